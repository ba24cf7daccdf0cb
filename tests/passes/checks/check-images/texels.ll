; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The format of the image decides whether a read of integers is right, its extents whether the coordinates are. With a
; sampler, that is so only if it trusts the program. The access takes place.
; RUN: %cc --passes=check-images %s | FileCheck %s
; CHECK: c"memory\0Aread of integers\0Aimage\0A\00"
; CHECK: c"memory\0Aread of a texel\0Aimage\0A\00"
; CHECK-LABEL: define void @k(
; CHECK: %[[TYPE_AT:.*]] = getelementptr i8, ptr %image, i64 1
; CHECK: load i8, ptr %[[TYPE_AT]], align 1, !invariant.load
; CHECK: %[[IS_FLOAT:.*]] = icmp eq i64 %{{.*}}, 1
; CHECK: br i1 %[[IS_FLOAT]]
; CHECK: icmp uge i32 %x, %{{.*}}
; CHECK: icmp uge i32 %y, %{{.*}}
; CHECK: call <4 x i32> @lw_ImageRead_ri32x4_p_i32_i32_i32_i32(ptr %image, i32 %x, i32 %y, i32 0, i32 0)
; CHECK: fcmp ult float %u, 0.000000e+00
; CHECK: fcmp uge float %u, %{{.*}}
; CHECK: %[[MODE_AT:.*]] = getelementptr i8, ptr %sampler, i64 0
; CHECK: load i8, ptr %[[MODE_AT]], align 1, !invariant.load
; CHECK: call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(
declare <4 x i32> @lw_ImageRead_ri32x4_p_i32_i32_i32_i32(ptr, i32, i32, i32, i32)
declare <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr, ptr, float, float, float, float)
define void @k(ptr %image, ptr %sampler, i32 %x, i32 %y, float %u, ptr %out) "lanewise-kernel"="kernel.k" {
  %a = call <4 x i32> @lw_ImageRead_ri32x4_p_i32_i32_i32_i32(ptr %image, i32 %x, i32 %y, i32 0, i32 0)
  store <4 x i32> %a, ptr %out, align 16
  %b = call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr %image, ptr %sampler, float %u, float 0.0, float 0.0, float 0.0)
  store <4 x float> %b, ptr %out, align 16
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
