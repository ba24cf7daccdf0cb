; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Divisions, shifts, signed sums and conversions are compared before they are executed, as the source has them. A NaN is
; looked for behind the operation, and in its operands. Unsigned sums have no check.
; RUN: %cc --passes=check-arithmetic %s | FileCheck %s
; CHECK: c"arithmetic\0Aa division by zero\0A\0A\00"
; CHECK: c"arithmetic\0Athe quotient of the smallest number and -1\0A\0A\00"
; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: icmp eq i32 %b, 0
; CHECK: icmp eq i32 %a, -2147483648
; CHECK: icmp eq i32 %b, -1
; CHECK: %quotient = sdiv i32 %a, %b
; CHECK: icmp uge i32 %b, 32
; CHECK: %shifted = shl i32 %a, %amount
; CHECK: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
; CHECK: %signed = add nsw i32 %a, %b
; CHECK-NOT: br
; CHECK: %unsigned = add i32 %a, %b
; CHECK: fcmp olt <2 x float> %x, <float 0x41F0000000000000, float 0x41F0000000000000>
; CHECK: fcmp ogt <2 x float> %x, <float -1.000000e+00, float -1.000000e+00>
; CHECK: %[[OUTSIDE:.*]] = xor <2 x i1> %{{.*}}, <i1 true, i1 true>
; CHECK: extractelement <2 x i1> %[[OUTSIDE]], i64 0
; CHECK: %whole = fptoui <2 x float> %x to <2 x i32>
; CHECK: %difference = fsub <2 x float> %x, %x
; CHECK-NEXT: fcmp uno <2 x float> %difference, %difference
; CHECK: fcmp uno <2 x float> %x, %x
; CHECK: ret void
; CHECK: attributes #[[KERNEL]] = { {{.*}}"lanewise-uses-host-calls"
define void @k(i32 %a, i32 %b, <2 x float> %x) "lanewise-kernel"="kernel.k" {
  %quotient = sdiv i32 %a, %b
  %amount = and i32 %b, 31
  %shifted = shl i32 %a, %amount
  %signed = add nsw i32 %a, %b
  %unsigned = add i32 %a, %b
  %whole = fptoui <2 x float> %x to <2 x i32>
  %difference = fsub <2 x float> %x, %x
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-arithmetic", i32 1}
