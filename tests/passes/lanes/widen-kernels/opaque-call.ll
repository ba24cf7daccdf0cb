; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function without a vector form is called lane by lane, with the operands of the lane. Operands that are
; the same for all lanes are passed as they are. A call without effects whose operands are the same
; is one call.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare i1 @opaque(i64, float, <2 x i64>)
declare i64 @pure(i64) memory(none) nounwind willreturn
; CHECK-LABEL: define void @k(
; CHECK: %once = call i64 @pure(i64 %n)
; CHECK: lane:
; CHECK: %[[X:.*]] = load i64, ptr
; CHECK: %[[C:.*]] = load i64, ptr
; CHECK: %[[V:.*]] = insertelement <2 x i64> poison, i64 %[[C]], i64 0
; CHECK: %[[W:.*]] = insertelement <2 x i64> %[[V]], i64
; CHECK: %b = call i1 @opaque(i64 %[[X]], float %f, <2 x i64> %[[W]])
; CHECK: zext i1 %b to i8
; CHECK: lanes.end:
; CHECK: %[[BYTES:.*]] = load <4 x i8>, ptr
; CHECK: icmp ne <4 x i8> %[[BYTES]], zeroinitializer
; CHECK-NOT: call i64 @pure
; CHECK: }
define void @k(ptr %p, i64 %n, float %f) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %once = call i64 @pure(i64 %n)
  %vector = insertelement <2 x i64> <i64 0, i64 1>, i64 %id, i32 0
  %b = call i1 @opaque(i64 %id, float %f, <2 x i64> %vector)
  %value = select i1 %b, i64 %once, i64 0
  %to = getelementptr i64, ptr %p, i64 %id
  store i64 %value, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
