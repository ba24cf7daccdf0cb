; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A scan continues what the vectors before have. It needs no barrier.
; RUN: %cc --passes=expand-collectives %s | FileCheck %s
declare i32 @lanewise.work_group.exclusive_scan.add.i32(i32) convergent nounwind willreturn memory(none)
declare <4 x float> @lanewise.work_group.inclusive_scan.fadd.v4f32(<4 x float>) convergent nounwind willreturn memory(none)
declare <4 x i1> @lanewise.work_group.exclusive_scan.xor.v4i1(<4 x i1>) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @scalar(
; CHECK: %[[BEFORE:.*]] = load i32, ptr %accumulator, align 4, !lanewise.in_order
; CHECK: %[[NEXT:.*]] = add i32 %[[BEFORE]], %x
; CHECK: store i32 %[[NEXT]], ptr %accumulator, align 4, !lanewise.in_order
; CHECK-NOT: barrier
; CHECK: store i32 %[[BEFORE]], ptr %p
define void @scalar(ptr %p, i32 %x) "lanewise-kernel"="scalar" "lanewise-arguments"="v0,v8" {
  %before = call i32 @lanewise.work_group.exclusive_scan.add.i32(i32 %x)
  store i32 %before, ptr %p
  ret void
}

; All lanes of the accumulator have the sum.
; CHECK-LABEL: define void @vector(
; CHECK: %accumulator = alloca <4 x float>
; CHECK-COUNT-2: fadd <4 x float>
; CHECK: %[[LAST:.*]] = shufflevector <4 x float> %[[SCAN:.*]], <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
; CHECK: %[[BEFORE:.*]] = load <4 x float>, ptr %accumulator
; CHECK: %[[NEXT:.*]] = fadd <4 x float> %[[BEFORE]], %[[LAST]]
; CHECK: store <4 x float> %[[NEXT]], ptr %accumulator
; CHECK: %[[RESULT:.*]] = fadd <4 x float> %[[BEFORE]], %[[SCAN]]
; CHECK: store <4 x float> %[[RESULT]], ptr %p
define void @vector(ptr %p, <4 x float> %x) "lanewise-kernel"="vector" "lanewise-arguments"="v0,v16" {
  %sums = call <4 x float> @lanewise.work_group.inclusive_scan.fadd.v4f32(<4 x float> %x)
  store <4 x float> %sums, ptr %p
  ret void
}

; Of bools, the accumulator is one.
; CHECK-LABEL: define void @bools(
; CHECK: %accumulator = alloca i1
; CHECK: %[[TOTAL:.*]] = extractelement <4 x i1> %[[SCAN:.*]], i64 3
; CHECK: %[[BEFORE:.*]] = load i1, ptr %accumulator
; CHECK: xor i1 %[[BEFORE]], %[[TOTAL]]
; CHECK: insertelement <4 x i1> poison, i1 %[[BEFORE]], i64 0
; CHECK: bitcast <4 x i1> %[[SCAN]] to i4
; CHECK: shl i4 %{{.*}}, 1
; CHECK: xor <4 x i1>
define void @bools(ptr %p, <4 x i1> %x) "lanewise-kernel"="bools" "lanewise-arguments"="v0,v8" {
  %parity = call <4 x i1> @lanewise.work_group.exclusive_scan.xor.v4i1(<4 x i1> %x)
  store <4 x i1> %parity, ptr %p
  ret void
}
