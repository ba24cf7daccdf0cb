; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Map instructions are called once per component, with pointers advanced by the element size; Whole
; instructions are called once; operations of LLVM become instructions.
; RUN: %cc --passes=lower-opencl-std %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: %[[X:.*]] = extractelement <2 x double> %d, i64 0
; CHECK: call double @lw_exp_f64(double %[[X]])
; CHECK: call double @lw_exp_f64(
; CHECK: getelementptr inbounds i8, ptr %p, i64 4
; CHECK: call double @lw_frexp_f64_p(double %{{.*}}, ptr %{{.*}})
; CHECK: call float @lw_length_f32x4(<4 x float> %v)
; CHECK: call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %v, <4 x float> %v, <4 x float> %v)
; CHECK: icmp slt <4 x i32> %m, zeroinitializer
; CHECK: load <4 x float>, ptr %{{.*}}, align 4
; CHECK-NOT: __spirv
define void @k(<2 x double> %d, <4 x float> %v, <4 x i32> %m, ptr %p) {
  %a = call <2 x double> @_Z15__spirv_ocl_expDv2_d(<2 x double> %d)
  %b = call <2 x double> @_Z17__spirv_ocl_frexpDv2_dPDv2_i(<2 x double> %d, ptr %p)
  %c = call float @_Z18__spirv_ocl_lengthDv4_f(<4 x float> %v)
  %e = call <4 x float> @_Z15__spirv_ocl_madDv4_fS_S_(<4 x float> %v, <4 x float> %v, <4 x float> %v)
  %f = call <4 x float> @_Z18__spirv_ocl_selectDv4_fS_Dv4_i(<4 x float> %v, <4 x float> %e, <4 x i32> %m)
  %g = call <4 x float> @_Z26__spirv_ocl_vloadn_Rfloat4lPfi(i64 2, ptr %p, i32 4)
  ret void
}
declare <2 x double> @_Z15__spirv_ocl_expDv2_d(<2 x double>)
declare <2 x double> @_Z17__spirv_ocl_frexpDv2_dPDv2_i(<2 x double>, ptr)
declare float @_Z18__spirv_ocl_lengthDv4_f(<4 x float>)
declare <4 x float> @_Z15__spirv_ocl_madDv4_fS_S_(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @_Z18__spirv_ocl_selectDv4_fS_Dv4_i(<4 x float>, <4 x float>, <4 x i32>)
declare <4 x float> @_Z26__spirv_ocl_vloadn_Rfloat4lPfi(i64, ptr, i32)
