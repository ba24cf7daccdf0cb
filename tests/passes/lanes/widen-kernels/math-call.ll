; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function of the device library is called by its vector variant. Inactive lanes pass 1, which no variant
; computes slowly. Without a variant of that many lanes it is called lane by lane.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare float @lw_sin_f32(float) memory(none)
declare double @lw_sin_f64(double) memory(none)
declare float @lw_unknown_f32(float) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: %[[ARGUMENT:.*]] = select <4 x i1> %live, <4 x float> %{{.*}}, <4 x float> <float 1.000000e+00,
; CHECK: call <4 x float> @lw_sin_f32x4(<4 x float> %[[ARGUMENT]])
; CHECK: call <4 x double> @lw_sin_f64x4(<4 x double>
; CHECK: lane:
; CHECK: call float @lw_unknown_f32(float
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %y = call float @lw_sin_f32(float %x)
  %wide = fpext float %y to double
  %z = call double @lw_sin_f64(double %wide)
  %to = getelementptr double, ptr %q, i64 %id
  store double %z, ptr %to
  %u = call float @lw_unknown_f32(float %x)
  store float %u, ptr %at
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
