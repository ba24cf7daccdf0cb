; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; No operand traps or is undefined; constant operands that cannot trap need no guard.
; RUN: %cc --passes=lower-arithmetic %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: %[[Y:.*]] = freeze i32 %y
; CHECK: %[[ZERO:.*]] = icmp eq i32 %[[Y]], 0
; CHECK: %[[NEGATES:.*]] = icmp eq i32 %[[Y]], -1
; CHECK: %[[BAD:.*]] = or i1 %[[ZERO]], %[[NEGATES]]
; CHECK: %[[SAFE:.*]] = select i1 %[[BAD]], i32 1, i32 %[[Y]]
; CHECK: %[[QUOTIENT:.*]] = sdiv i32 %x, %[[SAFE]]
; CHECK: %[[SIGN:.*]] = select i1 %[[NEGATES]], i32 -1, i32 1
; CHECK: mul i32 %[[QUOTIENT]], %[[SIGN]]
; CHECK: sdiv i32 %x, 7
; CHECK: select <2 x i1>
; CHECK: urem <2 x i32>
; CHECK: %[[BY:.*]] = and i32 %y, 31
; CHECK: shl i32 %x, %[[BY]]
; CHECK: shl i32 %x, 3
; CHECK: %[[INT:.*]] = fptosi float %f to i32
; CHECK: freeze i32 %[[INT]]
; CHECK-NOT: frem
; CHECK: call float @lw_fmod_f32_f32(float %f, float %f)
define void @k(i32 %x, i32 %y, <2 x i32> %v, <2 x i32> %w, float %f) {
  %a = sdiv i32 %x, %y
  %b = sdiv i32 %x, 7
  %c = urem <2 x i32> %v, %w
  %d = shl i32 %x, %y
  %e = shl i32 %x, 3
  %g = fptosi float %f to i32
  %h = frem float %f, %f
  ret void
}
