; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A math function with a second result writes the results of all lanes side by side, from where they are
; stored for the active lanes: by one store where their addresses are adjacent.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare float @lw_sincos_f32_p(float, ptr)
; CHECK-LABEL: define void @k(
; CHECK: %second = alloca [4 x float], align 64
; CHECK: %[[SIN:.*]] = call <4 x float> @lw_sincos_f32x4_p(<4 x float> %{{.*}}, ptr %{{.*}})
; CHECK: %[[COS:.*]] = load <4 x float>, ptr %second, align 64
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %[[COS]], ptr %{{.*}}, i32 4, <4 x i1> %live)
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %[[SIN]],
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %cosine = getelementptr float, ptr %q, i64 %id
  %x = load float, ptr %at
  %y = call float @lw_sincos_f32_p(float %x, ptr %cosine)
  store float %y, ptr %at
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
