; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vector variants stay declarations. An unknown name that looks like one is an error.
; RUN: sed 's/NAME/lw_sin_f32x16/' %s | %cc --passes=link-builtins - | FileCheck %s
; RUN: sed 's/NAME/lw_sine_f32x16/' %s | not %cc --passes=link-builtins - 2>&1 | FileCheck %s --check-prefix=OTHER
; CHECK: declare hidden <16 x float> @lw_sin_f32x16(<16 x float>)
; OTHER: unsupported: builtin function 'lw_sine_f32x16', in kernel 'k'
define void @k(<16 x float> %x, ptr %p) #0 {
  %a = call <16 x float> @NAME(<16 x float> %x)
  store <16 x float> %a, ptr %p
  ret void
}
declare <16 x float> @NAME(<16 x float>)
attributes #0 = { "lanewise-kernel"="kernel.k" }
