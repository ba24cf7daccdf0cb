; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function of the library that only another one calls had unknown effects, so that kernels with
; half_cos were not vectorized.
; RUN: %cc --passes=link-builtins %s | FileCheck %s
declare float @lw_half_cos_f32(float)
; CHECK: declare hidden float @lw_cos_f32(float noundef) {{.*}}#[[EFFECTS:[0-9]+]]
; CHECK: attributes #[[EFFECTS]] = { nounwind willreturn memory(none)
define float @f(float %x) {
  %y = call float @lw_half_cos_f32(float %x)
  ret float %y
}
