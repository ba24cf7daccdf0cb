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
