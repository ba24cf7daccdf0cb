; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM cleared the highest bit of -1, which the shift discards. LLVM's alias analysis then took the two
; addresses of @reversed for different ones, because the numbers differ in that bit.
; RUN: %cc --passes=restore-constants %s | FileCheck %s
; RUN: %cc --passes=restore-constants,gvn %s | FileCheck %s --check-prefix=GVN

; CHECK-LABEL: define double @reversed(
; CHECK: add i64 %b, -1
; CHECK-NOT: 9223372036854775807
; CHECK: ret double
; GVN-LABEL: define double @reversed(
; GVN-NOT: load
; GVN: ret double %v
define double @reversed(ptr %p, i64 %a, i64 %b, double %v) {
  %last = add nuw i64 %b, 9223372036854775807
  %i = add i64 %a, %last
  %twice = shl i64 %i, 1
  %to = getelementptr inbounds [16 x double], ptr %p, i64 0, i64 %twice
  store double %v, ptr %to
  %other = add i64 %b, -1
  %j = add i64 %a, %other
  %offset = shl i64 %j, 4
  %from = getelementptr inbounds i8, ptr %p, i64 %offset
  %x = load double, ptr %from
  ret double %x
}

; Each operand may be the constant, and several bits may be missing.
; CHECK-LABEL: define void @operations(
; CHECK: sub i64 -3, %a
; CHECK: xor i64 %a, -8
; CHECK: ret void
define void @operations(ptr %p, i64 %a) {
  %difference = sub i64 4611686018427387901, %a
  %shifted = shl i64 %difference, 2
  store i64 %shifted, ptr %p
  %bits = xor i64 %a, 9223372036854775800
  %doubled = shl i64 %bits, 1
  store i64 %doubled, ptr %p
  ret void
}

; Sums with the constant kept promises that hold for a positive one: with -1, `nuw` made poison of them.
; CHECK-LABEL: define void @promises(
; CHECK: %last = add i64 %k, -1
; CHECK: %i = add i64 %last, %a
; CHECK: %bits = or i64 %last, %high
define void @promises(ptr %p, i64 %k, i64 %a, i64 %c) {
  %last = add nuw nsw i64 %k, 1152921504606846975
  %i = add nuw nsw i64 %last, %a
  %wide = shl i64 %i, 4
  store i64 %wide, ptr %p
  %high = and i64 %c, -2305843009213693952
  %bits = or disjoint i64 %last, %high
  %shifted = shl i64 %bits, 4
  store i64 %shifted, ptr %p
  ret void
}

; Rows of a MiB: the shift discards 20 bits.
; CHECK-LABEL: define void @rows(
; CHECK: add i64 %a, -1
define void @rows(ptr %p, i64 %a) {
  %last = add i64 %a, 17592186044415
  %row = shl i64 %last, 20
  store i64 %row, ptr %p
  ret void
}

; All bits are used, a number is positive in what is used of it, or it is small.
; CHECK-LABEL: define void @others(
; CHECK: add i64 %a, 9223372036854775807
; CHECK: add i64 %a, 3458764513820540928
; CHECK: add i64 %a, 8388607
; CHECK: ret void
define void @others(ptr %p, i64 %a) {
  %sum = add i64 %a, 9223372036854775807
  store i64 %sum, ptr %p
  %positive = add i64 %a, 3458764513820540928
  %shifted = shl i64 %positive, 1
  store i64 %shifted, ptr %p
  %small = add i64 %a, 8388607
  %doubled = shl i64 %small, 41
  store i64 %doubled, ptr %p
  ret void
}
