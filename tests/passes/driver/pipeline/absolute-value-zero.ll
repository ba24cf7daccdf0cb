; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; `isnan(a) || a > 0` with a = fabs(x) holds for negative x. LLVM 19's instcombine asks for a positive
; x, unless denormals may be flushed.
; RUN: %cc --from=translate --to=lanes --lanes=4 %s -o - | FileCheck %s
target datalayout = "e-i64:64"
; CHECK-LABEL: define void @k(
; CHECK: %[[TEST:.*]] = fcmp une float %{{.*}}, 0.000000e+00
; CHECK-NEXT: select i1 %[[TEST]], float %{{.*}}, float 0.000000e+00
define spir_kernel void @k(float %x, ptr addrspace(1) %out) {
  %a = call float @llvm.fabs.f32(float %x)
  %nan = fcmp uno float %a, 0.0
  %greater = fcmp ogt float %a, 0.0
  %chosen = select i1 %greater, float %a, float 0.0
  %result = select i1 %nan, float %a, float %chosen
  store float %result, ptr addrspace(1) %out
  ret void
}
declare float @llvm.fabs.f32(float)
