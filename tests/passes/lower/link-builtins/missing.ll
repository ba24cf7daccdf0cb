; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %cc --passes=link-builtins %s 2>&1 | FileCheck %s
; CHECK: unsupported: builtin function 'lw_frobnicate_f32', in kernel 'k'
define void @k(float %f) #0 {
  %b = call float @lw_frobnicate_f32(float %f)
  ret void
}
declare float @lw_frobnicate_f32(float)
attributes #0 = { "lanewise-kernel"="kernel.k" }
