; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A math function of OpenCL vectors is called once for each component, with a component of all lanes.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare <4 x float> @lw_sin_f32x4(<4 x float>) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(
; CHECK-COUNT-4: call <4 x float> @lw_sin_f32x4(<4 x float>
; CHECK-NOT: @lw_sin
; CHECK: call void @llvm.masked.store.v16f32.p0(
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %x = load <4 x float>, ptr %at
  %y = call <4 x float> @lw_sin_f32x4(<4 x float> %x)
  store <4 x float> %y, ptr %at
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
