; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Coordinates that the instruction does not give are 0, colors of half travel as float, an image of
; depths has a single number, the hint that texels are not used again has no effect, the level of detail comes from the image operands.
; RUN: %cc --passes=lower-images %s | FileCheck %s
; RUN: %cc --passes=lower-images,flatten-address-spaces %s | FileCheck %s --check-prefix=FLAT
; FLAT-NOT: target("spirv
; FLAT: call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr

; CHECK-LABEL: @reads
; CHECK: %[[X:.*]] = extractelement <2 x i32> %at, i64 0
; CHECK: %[[Y:.*]] = extractelement <2 x i32> %at, i64 1
; CHECK: %[[COLOR:.*]] = call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 %[[X]], i32 %[[Y]], i32 0, i32 0)
; CHECK: fptrunc <4 x float> %[[COLOR]] to <4 x half>
define <4 x half> @reads(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at) {
  %r = call <4 x half> @_Z24__spirv_ImageRead_Rhalf4PU3AS133__spirv_Image__void_1_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  ret <4 x half> %r
}
; CHECK-LABEL: @level
; CHECK: call <4 x i32> @lw_ImageRead_ri32x4_p_i32_i32_i32_i32({{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 %lod)
define <4 x i32> @level(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, <4 x i32> %at, i32 %lod) {
  %r = call <4 x i32> @_Z24__spirv_ImageRead_Ruint4PU3AS133__spirv_Image__void_2_0_0_0_0_0_0Dv4_iii(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, <4 x i32> %at, i32 24578, i32 %lod)
  ret <4 x i32> %r
}
; CHECK-LABEL: @depth
; CHECK: %[[DEPTH:.*]] = call <4 x float> @lw_ImageRead_rf32x4
; CHECK: extractelement <4 x float> %[[DEPTH]], i64 0
define float @depth(target("spirv.Image", void, 1, 1, 0, 0, 0, 0, 0) %image, <2 x i32> %at) {
  %r = call float @_Z23__spirv_ImageRead_RfloatPU3AS133__spirv_Image__void_1_1_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 1, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  ret float %r
}
; CHECK-LABEL: @writes
; CHECK: call void @lw_ImageWrite_p_i32_i32_i32_i32_i32x4({{.*}}, i32 %x, i32 0, i32 0, i32 0, <4 x i32> %color)
define void @writes(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 1) %image, i32 %x, <4 x i32> %color) {
  call void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_0_0_0_0_0_0_1iDv4_i(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 1) %image, i32 %x, <4 x i32> %color)
  ret void
}
; Reads may move across accesses of other memory, writes may not move across reads of images.
; CHECK: declare <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32({{.*}} #[[READS:[0-9]+]]
; CHECK: declare void @lw_ImageWrite_p_i32_i32_i32_i32_i32x4({{.*}} #[[WRITES:[0-9]+]]
; CHECK-DAG: attributes #[[READS]] = { {{.*}}memory(argmem: read, inaccessiblemem: read)
; CHECK-DAG: attributes #[[WRITES]] = { {{.*}}memory(argmem: read, inaccessiblemem: readwrite)
declare <4 x half> @_Z24__spirv_ImageRead_Rhalf4PU3AS133__spirv_Image__void_1_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare <4 x i32> @_Z24__spirv_ImageRead_Ruint4PU3AS133__spirv_Image__void_2_0_0_0_0_0_0Dv4_iii(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), <4 x i32>, i32, i32)
declare float @_Z23__spirv_ImageRead_RfloatPU3AS133__spirv_Image__void_1_1_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 1, 0, 0, 0, 0, 0), <2 x i32>)
declare void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_0_0_0_0_0_0_1iDv4_i(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 1), i32, <4 x i32>)
