; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A cast between vectors of different element sizes takes a lane's bits apart or together; the first
; component has the lowest bits.
; RUN: %cc --passes=widen-kernels %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[LOW:.*]] = trunc <4 x i64> %{{.*}} to <4 x i32>
; CHECK: %[[SHIFTED:.*]] = lshr <4 x i64> %{{.*}}, <i64 32, i64 32, i64 32, i64 32>
; CHECK: %[[HIGH:.*]] = trunc <4 x i64> %[[SHIFTED]] to <4 x i32>
; CHECK: %[[WIDELOW:.*]] = zext <4 x i32> %[[HIGH]] to <4 x i64>
; CHECK: %[[WIDEHIGH:.*]] = zext <4 x i32> %[[LOW]] to <4 x i64>
; CHECK: %[[TOP:.*]] = shl <4 x i64> %[[WIDEHIGH]], <i64 32, i64 32, i64 32, i64 32>
; CHECK: or <4 x i64> %[[WIDELOW]], %[[TOP]]
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
