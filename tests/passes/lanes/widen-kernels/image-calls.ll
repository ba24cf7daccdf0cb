; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A lookup in one image for all lanes is a call of a variant, one for each register of lanes; colors
; come back through memory. Stores of inactive lanes are switched off by a number for each lane. An image
; that differs between lanes is served lane by lane.
; RUN: %cc --passes=%widen %s | FileCheck %s

; CHECK-LABEL: define void @samples(
; CHECK: call void @lw_ImageSample_rf32x4_p_p_f32x8_f32x8_f32x8_f32x8_p(ptr %image, ptr %sampler, <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x float> zeroinitializer, <8 x float> zeroinitializer, ptr %[[COLORS:.*]])
; CHECK: load <8 x float>, ptr %
; CHECK: call void @lw_ImageSample_rf32x4_p_p_f32x8_f32x8_f32x8_f32x8_p(ptr %image, ptr %sampler, <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x float> zeroinitializer, <8 x float> zeroinitializer, ptr %[[COLORS]])
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <16 x i32>
define void @samples(ptr %image, ptr %sampler, ptr %out) "lanewise-kernel"="samples" {
  %id = call i64 @lanewise.global_id(i32 0)
  %n = trunc i64 %id to i32
  %x = sitofp i32 %n to float
  %y = fmul float %x, 2.0
  %c = call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr %image, ptr %sampler, float %x, float %y, float 0.0, float 0.0)
  %p = getelementptr <4 x float>, ptr %out, i64 %id
  store <4 x float> %c, ptr %p
  ret void
}
; CHECK-LABEL: define void @writes(
; CHECK: %[[ACTIVE:.*]] = sext <16 x i1> %{{.*}} to <16 x i32>
; CHECK: %[[FIRST:.*]] = shufflevector <16 x i32> %[[ACTIVE]]
; CHECK: call void @lw_ImageWrite_p_i32x8_i32x8_i32x8_i32_i32x8_i32x8_i32x8_i32x8_i32x8(ptr %image, {{.*}}, <8 x i32> %[[FIRST]])
; CHECK: call void @lw_ImageWrite_p_i32x8_i32x8_i32x8_i32_i32x8_i32x8_i32x8_i32x8_i32x8(
define void @writes(ptr %image, ptr %in) "lanewise-kernel"="writes" {
  %id = call i64 @lanewise.global_id(i32 0)
  %n = trunc i64 %id to i32
  %p = getelementptr <4 x i32>, ptr %in, i64 %id
  %c = load <4 x i32>, ptr %p
  call void @lw_ImageWrite_p_i32_i32_i32_i32_i32x4(ptr %image, i32 %n, i32 0, i32 0, i32 0, <4 x i32> %c)
  ret void
}
; CHECK-LABEL: define void @chosen(
; CHECK: call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(
define void @chosen(ptr %a, ptr %b, ptr %out) "lanewise-kernel"="chosen" {
  %id = call i64 @lanewise.global_id(i32 0)
  %n = trunc i64 %id to i32
  %bit = and i32 %n, 1
  %odd = icmp eq i32 %bit, 1
  %image = select i1 %odd, ptr %a, ptr %b
  %c = call <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr %image, i32 %n, i32 0, i32 0, i32 0)
  %p = getelementptr <4 x float>, ptr %out, i64 %id
  store <4 x float> %c, ptr %p
  ret void
}
declare i64 @lanewise.global_id(i32) memory(none)
declare <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr, ptr, float, float, float, float) memory(argmem: read, inaccessiblemem: read)
declare <4 x float> @lw_ImageRead_rf32x4_p_i32_i32_i32_i32(ptr, i32, i32, i32, i32) memory(argmem: read, inaccessiblemem: read)
declare void @lw_ImageWrite_p_i32_i32_i32_i32_i32x4(ptr, i32, i32, i32, i32, <4 x i32>) memory(argmem: read, inaccessiblemem: readwrite)
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 16}
!1 = !{i32 2, !"lanewise-register-bits", i32 256}
