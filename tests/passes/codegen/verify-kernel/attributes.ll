; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Attributes that would block inlining of builtins, and calls of undefined functions.
; RUN: not %cc --passes=verify-kernel %s 2>&1 | FileCheck %s
; CHECK-DAG: internal error: function 'k' has the attribute 'unsafe-fp-math' before code generation
; CHECK-DAG: internal error: function 'k' has denormals that are 'ieee,ieee' before code generation
; CHECK-DAG: internal error: function 'k' has a call of 'elsewhere' before code generation
; CHECK-DAG: unsupported: llvm.exp.f32, in kernel 'k'
define void @k(ptr %p) #0 {
  call void @elsewhere()
  %x = call float @llvm.exp.f32(float 2.0)
  store float %x, ptr %p
  ret void
}
declare void @elsewhere()
declare float @llvm.exp.f32(float)
attributes #0 = { "lanewise-kernel"="kernel.k" "unsafe-fp-math"="true" "denormal-fp-math"="ieee,ieee" }
