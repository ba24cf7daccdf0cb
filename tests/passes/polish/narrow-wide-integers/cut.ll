; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum of 128 bits of which 64 are used is one of 64 bits; one of which all are used is not.
; RUN: %cc --passes=narrow-wide-integers %s | FileCheck %s

define i64 @cut(i64 %a) {
; CHECK-LABEL: @cut(
; CHECK: [[S:%.*]] = add i64 %a, -7046029254386353131
; CHECK-NEXT: ret i64 [[S]]
  %wide = zext i64 %a to i128
  %sum = add i128 %wide, 11400714819323198485
  %r = trunc i128 %sum to i64
  ret i64 %r
}

define i64 @upper(i64 %a) {
; CHECK-LABEL: @upper(
; CHECK: add i128
  %wide = zext i64 %a to i128
  %sum = add i128 %wide, 11400714819323198485
  %upper = lshr i128 %sum, 64
  %r = trunc i128 %upper to i64
  ret i64 %r
}
