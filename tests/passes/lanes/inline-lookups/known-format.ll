; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A read from an image of which the format is known (RGBA of UNORM_INT8, one level of less than 2^31 bytes)
; is code: it loads a row of texels at once and converts it. The read from an unknown image stays a call.
; Without vectors, look-ups are code, too. No kernel writes what else the image is described by.
; RUN: %cc --passes=inline-lookups %s | FileCheck %s

; CHECK-LABEL: define void @vectors(
; CHECK-NOT: call void @lw_ImageRead{{.*}}(ptr %known
; CHECK-NOT: switch
; CHECK: load i32, ptr %{{.*}}, !invariant.load
; CHECK-NOT: call void @lw_ImageRead{{.*}}(ptr %known
; CHECK-NOT: switch
; CHECK: %[[ROW:.*]] = load <8 x i32>, ptr %{{.*}}, align 1
; CHECK-NOT: call void @lw_ImageRead{{.*}}(ptr %known
; CHECK: uitofp nneg <8 x i32> %{{.*}} to <8 x float>
; CHECK-NOT: call void @lw_ImageRead{{.*}}(ptr %known
; CHECK: }
define void @vectors(ptr %known, ptr %to, <8 x i32> %x, i32 %y)
    "lanewise-kernel"="vectors" "lanewise-arguments"="v0,v8,v32,v64" "lanewise-tier"="kind"
    "lanewise-known-bytes"="0:0:05020404000102030001020300020301,0:52:01000000" {
  %one = insertelement <8 x i32> poison, i32 %y, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  call void @lw_ImageRead_rf32x4_p_i32x8_i32x8_i32x8_i32_p(ptr %known, <8 x i32> %x, <8 x i32> %all, <8 x i32> zeroinitializer, i32 0, ptr %to)
  ret void
}

; CHECK-LABEL: define void @scalar(
; CHECK-NOT: call
; CHECK: store <4 x float>
; CHECK: }
define void @scalar(ptr %image, ptr %to, i32 %x, i32 %y)
    "lanewise-kernel"="scalar" "lanewise-arguments"="v0,v8,v16,v20" "lanewise-tier"="kind"
    "lanewise-known-bytes"="0:0:05020404000102030001020300020301,0:52:01000000" {
  %color = call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr %image, i32 %x, i32 %y, i32 0, i32 0)
  store <4 x float> %color, ptr %to
  ret void
}

; LLVM takes texels of calls for other memory than those of code: where one image is not known, all stay calls.
; CHECK-LABEL: define void @two_images(
; CHECK: call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr %known,
; CHECK: call void @lw_ImageWrite_p_i32_i32_i32_i32_f32x4(ptr %other,
define void @two_images(ptr %known, ptr %other, i32 %x, i32 %y)
    "lanewise-kernel"="two_images" "lanewise-arguments"="v0,v8,v16,v20" "lanewise-tier"="kind"
    "lanewise-known-bytes"="0:0:05020404000102030001020300020301,0:52:01000000" {
  %color = call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr %known, i32 %x, i32 %y, i32 0, i32 0)
  call void @lw_ImageWrite_p_i32_i32_i32_i32_f32x4(ptr %other, i32 %x, i32 %y, i32 0, i32 0, <4 x float> %color)
  ret void
}

; Only a kernel for launches of one kind knows its images.
; CHECK-LABEL: define void @unknown(
; CHECK: call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(
define void @unknown(ptr %image, ptr %to, i32 %x, i32 %y)
    "lanewise-kernel"="unknown" "lanewise-arguments"="v0,v8,v16,v20" {
  %color = call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr %image, i32 %x, i32 %y, i32 0, i32 0)
  store <4 x float> %color, ptr %to
  ret void
}

declare void @lw_ImageRead_rf32x4_p_i32x8_i32x8_i32x8_i32_p(ptr, <8 x i32>, <8 x i32>, <8 x i32>, i32, ptr)
declare <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr, i32, i32, i32, i32)
declare void @lw_ImageWrite_p_i32_i32_i32_i32_f32x4(ptr, i32, i32, i32, i32, <4 x float>)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v3"}
