; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A texel is compared by its first four bytes, in the history that the descriptor of the image has (at 656). Look-ups
; count if their sampler is for the nearest texel at coordinates that are not normalized. The image that is written is
; a written argument.
; RUN: %cc --passes=check-races %s | FileCheck %s
; CHECK: @lanewise.check_sites = protected constant {{.*}} c"races\0Aread of a texel\0Aimage\0A\00races\0Awrite of a texel\0Aimage\0A\00\00"
; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: %[[NORMALIZED_AT:.*]] = getelementptr i8, ptr %sampler, i64 2
; CHECK: load i8, ptr %[[NORMALIZED_AT]]
; CHECK: %[[FILTER_AT:.*]] = getelementptr i8, ptr %sampler, i64 1
; CHECK: load i8, ptr %[[FILTER_AT]]
; CHECK: call i32 @llvm.fptosi.sat.i32.f32(
; CHECK: %[[WRITES_AT:.*]] = getelementptr i8, ptr %in, i64 664
; CHECK: %[[WRITES:.*]] = load ptr, ptr %[[WRITES_AT]], align 1, !invariant.load
; CHECK: %[[IS_KEPT:.*]] = icmp ne ptr %[[WRITES]], null
; CHECK: and i1 %{{.*}}, %[[IS_KEPT]]
; CHECK: call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(
; CHECK: icmp ult i32 %x, %{{.*}}
; CHECK: icmp ult i32 %y, %{{.*}}
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @lanewise.check_sites, i64 %{{.*}}, i32 %{{.*}}, i64 %{{.*}}, i32 1, ptr %out, i64 %{{.*}}, ptr %{{.*}}, i32 1, i32 %
; CHECK: store i32 1, ptr %{{.*}}, align 4
; CHECK: call void @lw_ImageWrite_p_i32_i32_i32_i32_f32x4(
; CHECK: call void %{{.*}}(ptr %{{.*}}, ptr @lanewise.check_sites, i64 %{{.*}}, i32 %{{.*}}, i64 %{{.*}}, i32 1, ptr %out, i64 %{{.*}}, ptr %{{.*}}, i32 1, i32 %
; CHECK: attributes #[[KERNEL]] = { {{.*}}"lanewise-written-arguments"="4"
declare <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr, ptr, float, float, float, float) memory(read)
declare void @lw_ImageWrite_p_i32_i32_i32_i32_f32x4(ptr, i32, i32, i32, i32, <4 x float>)
define void @k(ptr %in, ptr %sampler, ptr %out, i32 %x, i32 %y, float %u) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8,v16,v24,v28,v32" "lanewise-checked-launch"="40" {
  %b = call <4 x float> @lw_ImageSample_rf32x4_p_p_f32_f32_f32_f32(ptr %in, ptr %sampler, float %u, float 0.0, float 0.0, float 0.0)
  call void @lw_ImageWrite_p_i32_i32_i32_i32_f32x4(ptr %out, i32 %x, i32 %y, i32 0, i32 0, <4 x float> %b)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-races", i32 1}
