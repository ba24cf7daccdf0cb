; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %cc --passes=lower-images %s | FileCheck %s
; CHECK-LABEL: @size
; CHECK: %[[WIDTH:.*]] = call i32 @lw_ImageExtent_p_i32_i32({{.*}} %image, i32 0, i32 %level)
; CHECK: %[[WIDE:.*]] = zext i32 %[[WIDTH]] to i64
; CHECK: insertelement <2 x i64> poison, i64 %[[WIDE]], i64 0
; CHECK: call i32 @lw_ImageExtent_p_i32_i32({{.*}} %image, i32 1, i32 %level)
define <2 x i64> @size(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 %level) {
  %r = call <2 x i64> @_Z32__spirv_ImageQuerySizeLod_Rlong2PU3AS133__spirv_Image__void_1_0_0_0_0_0_0i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i32 %level)
  ret <2 x i64> %r
}
; CHECK-LABEL: @format
; CHECK: call i32 @lw_ImageOrder_p(
; CHECK: call i32 @lw_ImageType_p(
define i32 @format(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  %order = call i32 @_Z23__spirv_ImageQueryOrderPU3AS133__spirv_Image__void_1_0_0_0_0_0_0(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %type = call i32 @_Z24__spirv_ImageQueryFormatPU3AS133__spirv_Image__void_1_0_0_0_0_0_0(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %r = add i32 %order, %type
  ret i32 %r
}
declare <2 x i64> @_Z32__spirv_ImageQuerySizeLod_Rlong2PU3AS133__spirv_Image__void_1_0_0_0_0_0_0i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), i32)
declare i32 @_Z23__spirv_ImageQueryOrderPU3AS133__spirv_Image__void_1_0_0_0_0_0_0(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare i32 @_Z24__spirv_ImageQueryFormatPU3AS133__spirv_Image__void_1_0_0_0_0_0_0(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
