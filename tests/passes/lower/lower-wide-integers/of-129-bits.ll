; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum of __int128 and unsigned __int128 needs 129 bits.
; RUN: %cc --passes=lower-wide-integers %s | FileCheck %s

define <4 x i64> @sum(<4 x i64> %a, <4 x i64> %b) {
; CHECK-LABEL: @sum(
; CHECK: [[S:%.*]] = add i256
; CHECK: and i256 [[S]], 680564733841876926926749214863536422911
  %r = call spir_func <4 x i64> @lanewise_integer_add_129(<4 x i64> %a, <4 x i64> %b)
  ret <4 x i64> %r
}

define <2 x i64> @cut(<4 x i64> %a) {
; CHECK-LABEL: @cut(
; CHECK: trunc i256 {{.*}} to i128
  %r = call spir_func <2 x i64> @lanewise_integer_trunc_129_128(<4 x i64> %a)
  ret <2 x i64> %r
}

declare spir_func <4 x i64> @lanewise_integer_add_129(<4 x i64>, <4 x i64>)
declare spir_func <2 x i64> @lanewise_integer_trunc_129_128(<4 x i64>)
