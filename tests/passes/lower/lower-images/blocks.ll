; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Blocks of images: a call for the sub-group, and for a sub-group of one work-item a call of the library.
; RUN: %cc --passes=lower-images %s | FileCheck %s

; CHECK-LABEL: @several
; CHECK: %[[IMAGE:.*]] = call ptr @lw_Same_p(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
; CHECK: %[[X:.*]] = extractelement <2 x i32> %at, i64 0
; CHECK: %[[Y:.*]] = extractelement <2 x i32> %at, i64 1
; CHECK: call <4 x i32> @lanewise.sub_group.image_block_read.v4i32.p0(ptr %[[IMAGE]], i32 %[[X]], i32 %[[Y]])
define <4 x i32> @several(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at) "lanewise-sub-group-size"="8" {
  %r = call <4 x i32> @_Z42__spirv_SubgroupImageBlockReadINTEL_Ruint4PU3AS133__spirv_Image__void_1_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  ret <4 x i32> %r
}
; CHECK-LABEL: @one
; CHECK: %[[BLOCK:.*]] = alloca <2 x i16>
; CHECK: store <2 x i16> %data, ptr %[[BLOCK]]
; CHECK: call void @lw_ImageBlockWrite_p_i32_i32_i32_i32_i32_i64_p(ptr %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 2, i32 1, i32 2, i64 1, ptr %[[BLOCK]])
define void @one(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, <2 x i32> %at, <2 x i16> %data) "lanewise-sub-group-size"="1" {
  call void @_Z36__spirv_SubgroupImageBlockWriteINTELPU3AS133__spirv_Image__void_1_0_0_0_0_0_1Dv2_iDv2_t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, <2 x i32> %at, <2 x i16> %data)
  ret void
}
; CHECK: declare {{.*}}void @lw_ImageBlockWrite{{.*}} #[[WRITES:[0-9]+]]
; CHECK: attributes #[[WRITES]] = { {{.*}}memory(argmem: read, inaccessiblemem: readwrite)
declare <4 x i32> @_Z42__spirv_SubgroupImageBlockReadINTEL_Ruint4PU3AS133__spirv_Image__void_1_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
declare void @_Z36__spirv_SubgroupImageBlockWriteINTELPU3AS133__spirv_Image__void_1_0_0_0_0_0_1Dv2_iDv2_t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, <2 x i16>)
