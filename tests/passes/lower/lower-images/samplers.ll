; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A literal sampler (20: coordinates not normalized, Clamp, Nearest) becomes a constant descriptor.
; The sampler of an OpSampledImage becomes an argument.
; RUN: %cc --passes=lower-images %s | FileCheck %s
; CHECK: @[[LITERAL:.*]] = private unnamed_addr constant { i8, i8, i8, i8, float, float } { i8 2, i8 0, i8 0, i8 0, float 0.000000e+00, float {{.*}} }

; CHECK-LABEL: @literal
; CHECK: %[[SAMPLER:.*]] = call target("spirv.Sampler") @lw_Same_p(ptr @[[LITERAL]])
; CHECK: call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32({{.*}} %image, target("spirv.Sampler") %[[SAMPLER]], float %{{.*}}, float %{{.*}}, float 0.000000e+00, float 0.000000e+00)
; CHECK-NOT: @_Z20__spirv_SampledImage
define <4 x float> @literal(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x float> %at) {
  %s = call target("spirv.Sampler") @__translate_sampler_initializer(i32 20)
  %both = call target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s)
  %r = call <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %both, <2 x float> %at, i32 2, float 0.000000e+00)
  ret <4 x float> %r
}
declare target("spirv.Sampler") @__translate_sampler_initializer(i32)
declare target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
