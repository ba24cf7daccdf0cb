; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two components, which SPIR-V allows, ended in an internal error.
; RUN: not %cc --passes=lower-images %s 2>&1 | FileCheck %s
; CHECK: unsupported: OpImageRead with texels that are not one or four numbers of half, float or 32-bit integer
; CHECK: unsupported: OpImageWrite with coordinates that are not 32-bit integers or, with a sampler, float
define <2 x float> @reads(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at) {
  %r = call <2 x float> @_Z25__spirv_ImageRead_Rfloat2PU3AS133__spirv_Image__void_1_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  ret <2 x float> %r
}
define void @writes(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 1) %image, i64 %x, <4 x i32> %color) {
  call void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_0_0_0_0_0_0_1lDv4_i(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 1) %image, i64 %x, <4 x i32> %color)
  ret void
}
declare <2 x float> @_Z25__spirv_ImageRead_Rfloat2PU3AS133__spirv_Image__void_1_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_0_0_0_0_0_0_1lDv4_i(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 1), i64, <4 x i32>)
