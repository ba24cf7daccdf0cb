; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Elements a few places apart, in either direction: one access to what lies between the first and the
; last lane's element, and the elements between are not touched.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
; Where masks have no registers, each lane stores its own.
; RUN: %cc --level=x86-64-v3 --passes=%widen %s | FileCheck --check-prefix=SLOW %s
; SLOW-LABEL: define void @every_second(
; SLOW-NOT: masked.store
; SLOW-COUNT-4: store i32
; SLOW-NOT: masked.store
; SLOW: ret void
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @every_second(
; CHECK: %[[MASK:.*]] = shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 4, i32 1, i32 4, i32 2, i32 4, i32 3, i32 4>
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %from, i32 4, <8 x i1> %[[MASK]],
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: call void @llvm.masked.store.v8i32.p0(
define void @every_second(ptr %a) "lanewise-kernel"="every_second" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr { i32, i32 }, ptr %a, i64 %id
  %x = load i32, ptr %from
  %y = add i32 %x, 1
  store i32 %y, ptr %from
  ret void
}

; CHECK-LABEL: define void @reversed(
; CHECK: %[[LOWEST:.*]] = getelementptr i8, ptr %from, i64 -12
; CHECK: %[[MASK:.*]] = shufflevector <4 x i1> %live, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK: %[[X:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %[[LOWEST]], i32 4, <4 x i1> %[[MASK]],
; CHECK: shufflevector <4 x i32> %[[X]], <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
define void @reversed(ptr %a, ptr %b) "lanewise-kernel"="reversed" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %back = sub i64 1000, %id
  %from = getelementptr i32, ptr %a, i64 %back
  %x = load i32, ptr %from
  %to = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
