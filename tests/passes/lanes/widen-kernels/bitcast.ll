; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A cast between vectors of different element sizes takes a lane's bits apart or together; the first
; component has the lowest bits.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[HALVES:.*]] = bitcast <4 x i64> %{{.*}} to <8 x i32>
; CHECK: %[[FIRST:.*]] = shufflevector <8 x i32> %[[HALVES]], <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[SECOND:.*]] = shufflevector <8 x i32> %[[HALVES]], <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[LOW:.*]] = shufflevector <4 x i32> %[[FIRST]], <4 x i32> %[[SECOND]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: %[[HIGH:.*]] = shufflevector <4 x i32> %[[FIRST]], <4 x i32> %[[SECOND]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: shufflevector <4 x i32> %[[HIGH]], <4 x i32> %[[LOW]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: shufflevector <4 x i32> %[[HIGH]], <4 x i32> %[[LOW]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: bitcast <8 x i32> %{{.*}} to <4 x i64>
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i64, ptr %p, i64 %id
  %x = load i64, ptr %at
  %halves = bitcast i64 %x to <2 x i32>
  %swapped = shufflevector <2 x i32> %halves, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %y = bitcast <2 x i32> %swapped to i64
  store i64 %y, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
