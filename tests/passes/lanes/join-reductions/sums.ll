; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Several reductions whose results are combined by the same operation become one.
; RUN: %cc --passes=join-reductions %s | FileCheck %s
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: define i32 @sum(
; CHECK: %[[AB:.*]] = add <4 x i32> %a, %b
; CHECK: %[[ABC:.*]] = add <4 x i32> %[[AB]], %c
; CHECK: %[[ALL:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[ABC]])
; CHECK: %[[SUM:.*]] = add i32 %[[ALL]], %x
; CHECK: ret i32 %[[SUM]]
define i32 @sum(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i32 %x) {
  %one = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %a)
  %two = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %b)
  %three = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %c)
  %left = add i32 %one, %x
  %right = add nsw i32 %two, %three
  %sum = add i32 %left, %right
  ret i32 %sum
}

; CHECK-LABEL: define i32 @greatest(
; CHECK: %[[AB:.*]] = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %a, <4 x i32> %b)
; CHECK: %[[ALL:.*]] = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %[[AB]])
; CHECK: ret i32 %[[ALL]]
define i32 @greatest(<4 x i32> %a, <4 x i32> %b) {
  %one = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %a)
  %two = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %b)
  %all = call i32 @llvm.umax.i32(i32 %one, i32 %two)
  ret i32 %all
}

; A reduction of another block, which may not be behind the first one here.
; CHECK-LABEL: define i32 @blocks(
; CHECK: next:
; CHECK: %[[BA:.*]] = add <4 x i32> %b, %a
; CHECK: call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[BA]])
define i32 @blocks(<4 x i32> %a, <4 x i32> %b, i1 %is) {
  %outer = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %b)
  br i1 %is, label %next, label %end
next:
  %inner = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %a)
  %sum = add i32 %inner, %outer
  ret i32 %sum
end:
  ret i32 0
}

; A result that something else uses, and another operation.
; CHECK-LABEL: define i32 @others(
; CHECK-COUNT-2: call i32 @llvm.vector.reduce.add.v4i32(
; CHECK: add i32 %one, %two
; CHECK: call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %a)
; CHECK: call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %b)
; CHECK: ret i32
define i32 @others(<4 x i32> %a, <4 x i32> %b, ptr %p) {
  %one = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %a)
  store i32 %one, ptr %p
  %two = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %b)
  %sum = add i32 %one, %two
  %three = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %a)
  %four = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %b)
  %signed = call i32 @llvm.smax.i32(i32 %three, i32 %four)
  %all = xor i32 %sum, %signed
  ret i32 %all
}
