; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Operations of 128 bits, and of other sizes in 64 or 128 bits.
; RUN: %cc --passes=lower-wide-integers %s | FileCheck %s
; CHECK-NOT: @lanewise_integer_

define <2 x i64> @add(<2 x i64> %a, <2 x i64> %b) {
; CHECK-LABEL: @add(
; CHECK: add i128
; CHECK: bitcast i128 {{.*}} to <2 x i64>
  %r = call spir_func <2 x i64> @lanewise_integer_add_128(<2 x i64> %a, <2 x i64> %b)
  ret <2 x i64> %r
}

define i64 @quotientOf33Bits(i64 %a, i64 %b) {
; CHECK-LABEL: @quotientOf33Bits(
; CHECK: [[A:%.*]] = shl i64 %a, 31
; CHECK: ashr i64 [[A]], 31
; CHECK: [[Q:%.*]] = sdiv i64
; CHECK: and i64 [[Q]], 8589934591
  %r = call spir_func i64 @lanewise_integer_sdiv_33(i64 %a, i64 %b)
  ret i64 %r
}

define i1 @less(<2 x i64> %a, <2 x i64> %b) {
; CHECK-LABEL: @less(
; CHECK: icmp slt i128
  %r = call spir_func i1 @lanewise_integer_icmp_slt_128(<2 x i64> %a, <2 x i64> %b)
  ret i1 %r
}

define <2 x i64> @extended(i64 %a) {
; CHECK-LABEL: @extended(
; CHECK: sext i64 %a to i128
  %r = call spir_func <2 x i64> @lanewise_integer_sext_64_128(i64 %a)
  ret <2 x i64> %r
}

define float @toFloat(<2 x i64> %a) {
; CHECK-LABEL: @toFloat(
; CHECK: sitofp i128 {{.*}} to float
  %r = call spir_func float @lanewise_integer_sitofp_128_float(<2 x i64> %a)
  ret float %r
}

define i64 @fromHalf(half %a) {
; CHECK-LABEL: @fromHalf(
; CHECK: [[X:%.*]] = fptosi half %a to i32
; CHECK: [[Y:%.*]] = sext i32 [[X]] to i64
; CHECK: freeze i64 [[Y]]
  %r = call spir_func i64 @lanewise_integer_fptosi_half_40(half %a)
  ret i64 %r
}

declare spir_func <2 x i64> @lanewise_integer_add_128(<2 x i64>, <2 x i64>)
declare spir_func i64 @lanewise_integer_sdiv_33(i64, i64)
declare spir_func i1 @lanewise_integer_icmp_slt_128(<2 x i64>, <2 x i64>)
declare spir_func <2 x i64> @lanewise_integer_sext_64_128(i64)
declare spir_func float @lanewise_integer_sitofp_128_float(<2 x i64>)
declare spir_func i64 @lanewise_integer_fptosi_half_40(half)
