; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An instruction on a vector becomes a call of a vector variant; of several if the vector is longer than a
; register, and with copies of the first component if it is shorter than every variant. What has no
; variant, and what is constant, becomes scalar calls.
; RUN: sed 's/BITS/512/' %s | %cc --passes=lower-opencl-std - | FileCheck %s
; RUN: sed 's/BITS/256/' %s | %cc --passes=lower-opencl-std - | FileCheck %s --check-prefix=HALVES
; RUN: sed 's/BITS/128/' %s | %cc --passes=lower-opencl-std - | FileCheck %s --check-prefix=APART
; CHECK-LABEL: define void @k
; CHECK: call <16 x float> @lw_sin_f32x16(<16 x float> %x)
; CHECK: %[[FILLED:.*]] = shufflevector <3 x double> %d, <3 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 0>
; CHECK: %[[SINE:.*]] = call <4 x double> @lw_sincos_f64x4_p(<4 x double> %[[FILLED]], ptr %[[MEMORY:.*]])
; CHECK: %[[COSINE:.*]] = load <4 x i64>, ptr %[[MEMORY]]
; CHECK: %[[THREE:.*]] = shufflevector <4 x i64> %[[COSINE]], <4 x i64> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK: store <3 x i64> %[[THREE]], ptr %p, align 8
; CHECK: shufflevector <4 x double> %[[SINE]], <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK: call <16 x float> @lw_frexp_f32x16_p(<16 x float> %x, ptr %{{.*}})
; CHECK: call <16 x float> @lw_pown_f32x16_i32x16(<16 x float> %x, <16 x i32> %n)
; CHECK: call <8 x half> @lw_exp_f16x8(
; CHECK: call <16 x float> @lw_cos_f32x16(<16 x float> %x)
; CHECK: call <16 x float> @lw_native_exp_f32x16(<16 x float> %x)
; CHECK: call float @lw_exp_f32(float 1.000000e+00)
; CHECK: call float @lw_sin_f32(float %s)
; CHECK: declare <16 x float> @lw_sin_f32x16(<16 x float>) #[[PURE:[0-9]+]]
; CHECK: declare <4 x double> @lw_sincos_f64x4_p(<4 x double>, ptr nocapture) #[[WRITES:[0-9]+]]
; CHECK-DAG: attributes #[[PURE]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes #[[WRITES]] = { nounwind willreturn memory(argmem: readwrite) }
; HALVES-LABEL: define void @k
; HALVES: %[[LOW:.*]] = call <8 x float> @lw_sin_f32x8(
; HALVES: %[[HIGH:.*]] = call <8 x float> @lw_sin_f32x8(
; HALVES: shufflevector <8 x float> %[[LOW]], <8 x float> %[[HIGH]], <16 x i32>
; HALVES: call <8 x float> @lw_frexp_f32x8_p(
; HALVES: %[[SECOND:.*]] = getelementptr inbounds i8, ptr %q, i64 32
; HALVES: call <8 x float> @lw_frexp_f32x8_p(<8 x float> %{{.*}}, ptr %[[SECOND]])
; APART-LABEL: define void @k
; APART-NOT: x16
; APART: call float @lw_sin_f32(
; APART-NOT: call <
define void @k(<16 x float> %x, <3 x double> %d, <16 x i32> %n, <2 x half> %h, float %s, ptr %p, ptr %q) {
  %a = call <16 x float> @_Z15__spirv_ocl_sinDv16_f(<16 x float> %x)
  %b = call <3 x double> @_Z18__spirv_ocl_sincosDv3_dPDv3_d(<3 x double> %d, ptr %p)
  %c = call <16 x float> @_Z17__spirv_ocl_frexpDv16_fPDv16_i(<16 x float> %x, ptr %q)
  %e = call <16 x float> @_Z16__spirv_ocl_pownDv16_fDv16_i(<16 x float> %x, <16 x i32> %n)
  %f = call <2 x half> @_Z15__spirv_ocl_expDv2_Dh(<2 x half> %h)
  %g = call <16 x float> @_Z20__spirv_ocl_half_cosDv16_f(<16 x float> %x)
  %i = call afn <16 x float> @_Z15__spirv_ocl_expDv16_f(<16 x float> %x)
  %j = call <2 x float> @_Z15__spirv_ocl_expDv2_f(<2 x float> <float 1.0, float 2.0>)
  %l = call float @_Z15__spirv_ocl_sinf(float %s)
  ret void
}
declare <16 x float> @_Z15__spirv_ocl_sinDv16_f(<16 x float>)
declare <3 x double> @_Z18__spirv_ocl_sincosDv3_dPDv3_d(<3 x double>, ptr)
declare <16 x float> @_Z17__spirv_ocl_frexpDv16_fPDv16_i(<16 x float>, ptr)
declare <16 x float> @_Z16__spirv_ocl_pownDv16_fDv16_i(<16 x float>, <16 x i32>)
declare <2 x half> @_Z15__spirv_ocl_expDv2_Dh(<2 x half>)
declare <16 x float> @_Z20__spirv_ocl_half_cosDv16_f(<16 x float>)
declare <16 x float> @_Z15__spirv_ocl_expDv16_f(<16 x float>)
declare <2 x float> @_Z15__spirv_ocl_expDv2_f(<2 x float>)
declare float @_Z15__spirv_ocl_sinf(float)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 BITS}
