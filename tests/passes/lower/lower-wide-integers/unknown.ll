; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A program that declares such a function itself.
; RUN: not %cc --passes=lower-wide-integers %s 2>&1 | FileCheck %s
; CHECK: unsupported: the function 'lanewise_integer_negate_128'

define <2 x i64> @f(<2 x i64> %a) {
  %r = call spir_func <2 x i64> @lanewise_integer_negate_128(<2 x i64> %a)
  ret <2 x i64> %r
}

declare spir_func <2 x i64> @lanewise_integer_negate_128(<2 x i64>)
