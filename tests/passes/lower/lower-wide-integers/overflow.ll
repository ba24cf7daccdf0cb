; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Whether a result has more bits: the operation in a width that holds each result.
; RUN: %cc --passes=lower-wide-integers %s | FileCheck %s

define i1 @ofProducts(i32 %a, i32 %b) {
; CHECK-LABEL: @ofProducts(
; CHECK: [[A:%.*]] = sext i32 %a to i64
; CHECK: [[B:%.*]] = sext i32 %b to i64
; CHECK: [[P:%.*]] = mul i64 [[A]], [[B]]
; CHECK: [[L:%.*]] = shl i64 [[P]], 32
; CHECK: [[S:%.*]] = ashr i64 [[L]], 32
; CHECK: icmp ne i64 [[P]], [[S]]
  %r = call spir_func i1 @lanewise_integer_smul_overflow_32(i32 %a, i32 %b)
  ret i1 %r
}

define i1 @ofSumsOfLongs(i64 %a, i64 %b) {
; CHECK-LABEL: @ofSumsOfLongs(
; CHECK: [[S:%.*]] = add i128
; CHECK: [[C:%.*]] = and i128 [[S]], 18446744073709551615
; CHECK: icmp ne i128 [[S]], [[C]]
  %r = call spir_func i1 @lanewise_integer_uadd_overflow_64(i64 %a, i64 %b)
  ret i1 %r
}

define i1 @ofProductsOf65Bits(<2 x i64> %a, <2 x i64> %b) {
; CHECK-LABEL: @ofProductsOf65Bits(
; CHECK: mul i256
  %r = call spir_func i1 @lanewise_integer_smul_overflow_65(<2 x i64> %a, <2 x i64> %b)
  ret i1 %r
}

declare spir_func i1 @lanewise_integer_smul_overflow_32(i32, i32)
declare spir_func i1 @lanewise_integer_uadd_overflow_64(i64, i64)
declare spir_func i1 @lanewise_integer_smul_overflow_65(<2 x i64>, <2 x i64>)
