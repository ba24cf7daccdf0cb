; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The code for full vectors relies on memory of less than 1 GiB. Without, all vectors run the other code, which
; tests its addresses.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare i1 @lanewise.assumes_small_memory()
declare void @use(i64, i1)

; CHECK-LABEL: define void @k(
; CHECK: %[[CROSSES:.*]] = icmp ne i64
; CHECK: %[[WHOLE:.*]] = udiv i64 %{{.*}}, 4
; CHECK: %[[SMALL:.*]] = call i1 @lanewise.has_small_memory()
; CHECK: %[[LARGE:.*]] = xor i1 %[[SMALL]], true
; CHECK: %[[NONE:.*]] = or i1 %[[CROSSES]], %[[LARGE]]
; CHECK: %[[FULL:.*]] = select i1 %[[NONE]], i64 0, i64 %[[WHOLE]]
; CHECK: select i1 %[[CROSSES]], i64 1, i64 4
; CHECK: icmp eq i64 %[[FULL]], 0
; CHECK: call void @use(i64 %{{.*}}, i1 true)
; CHECK: call void @use(i64 %{{.*}}, i1 false)
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %g = call i64 @lanewise.global_id(i32 0)
  %small = call i1 @lanewise.assumes_small_memory()
  call void @use(i64 %g, i1 %small)
  ret void
}

; CHECK-LABEL: define void @one_form(
; CHECK: call void @use(i64 %{{.*}}, i1 false)
; CHECK-NOT: call void @use
; CHECK: ret void
define void @one_form() "lanewise-kernel"="one_form" "lanewise-arguments"="" "lanewise-lanes"="4" "lanewise-one-form" {
  %g = call i64 @lanewise.global_id(i32 0)
  %small = call i1 @lanewise.assumes_small_memory()
  call void @use(i64 %g, i1 %small)
  ret void
}

; Accesses of objects of arguments are marked there, and no others.
; CHECK-LABEL: define void @marks(
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4, !lanewise.small-object
; CHECK: call void @llvm.masked.store{{.*}}, !lanewise.small-object
; CHECK-NOT: small-object
; CHECK: load i32, ptr @table, align 4
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-NOT: small-object
; CHECK: ret void
@table = private constant i32 5
define void @marks(ptr %a) "lanewise-kernel"="marks" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %g = call i64 @lanewise.global_id(i32 0)
  %small = call i1 @lanewise.assumes_small_memory()
  %p = getelementptr i32, ptr %a, i64 %g
  %v = load <4 x i32>, ptr %p, align 4
  %mask = insertelement <4 x i1> poison, i1 %small, i64 0
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 4, <4 x i1> %mask)
  %c = load i32, ptr @table, align 4
  call void @use(i64 %g, i1 %small)
  ret void
}
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)

; Nor where the code does not test the sizes of objects.
; CHECK-LABEL: define void @untested(
; CHECK-NOT: small-object
; CHECK: ret void
define void @untested(ptr %a) "lanewise-kernel"="untested" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %g = call i64 @lanewise.global_id(i32 0)
  %p = getelementptr i32, ptr %a, i64 %g
  store <4 x i32> zeroinitializer, ptr %p, align 4
  ret void
}
