; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Calls that may approximate use the table's function for unsafe math, in f32 only. Calls without such
; a function, and other calls, are unchanged.
; RUN: %cc --passes=lower-opencl-std %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: call float @lw_exp_f32(
; CHECK: call float @lw_native_exp_f32(
; CHECK: call double @lw_exp_f64(
; CHECK-COUNT-2: call float @lw_native_log2_f32(
; CHECK: call float @lw_relaxed_pow_f32_f32(
; CHECK: call float @lw_relaxed_sincos_f32_p(
; CHECK: call float @lw_tan_f32(
define void @k(float %x, double %d, <2 x float> %v, ptr %p) {
  %a = call float @_Z15__spirv_ocl_expf(float %x)
  %b = call afn float @_Z15__spirv_ocl_expf(float %x)
  %c = call afn double @_Z15__spirv_ocl_expd(double %d)
  %e = call fast <2 x float> @_Z16__spirv_ocl_log2Dv2_f(<2 x float> %v)
  %f = call afn float @_Z15__spirv_ocl_powff(float %x, float %x)
  %g = call afn float @_Z18__spirv_ocl_sincosfPf(float %x, ptr %p)
  %h = call afn float @_Z15__spirv_ocl_tanf(float %x)
  ret void
}
declare float @_Z15__spirv_ocl_expf(float)
declare double @_Z15__spirv_ocl_expd(double)
declare <2 x float> @_Z16__spirv_ocl_log2Dv2_f(<2 x float>)
declare float @_Z15__spirv_ocl_powff(float, float)
declare float @_Z18__spirv_ocl_sincosfPf(float, ptr)
declare float @_Z15__spirv_ocl_tanf(float)
