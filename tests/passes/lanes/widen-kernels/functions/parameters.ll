; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A parameter that is the same for all lanes is passed once, one that is strided is that of lane 0,
; and others are vectors. The last one is the mask. A function that all calls pass by is gone.
; RUN: %cc --passes=%widen %s | FileCheck %s --implicit-check-not='@f('
declare i64 @lanewise.global_id(i32) memory(none)

define internal float @f(float %varying, ptr %strided, float %uniform) "lanewise-out-of-line" {
  %x = load float, ptr %strided
  %y = fmul float %x, %uniform
  %z = fadd float %y, %varying
  ret float %z
}
; CHECK-LABEL: define void @k(
; CHECK: %to = getelementptr float, ptr %p, i64 %id
; CHECK: %[[X:.*]] = call <4 x float> @llvm.masked.load
; CHECK: call <4 x float> @f.lanes4(<4 x float> %[[X]], ptr %to, float %n, <4 x i1> %live)
define void @k(ptr %p, ptr %q, float %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr float, ptr %p, i64 %id
  %from = getelementptr float, ptr %q, i64 %id
  %x = load float, ptr %from
  %y = call float @f(float %x, ptr %to, float %n)
  store float %y, ptr %from
  ret void
}
; CHECK: define internal <4 x float> @f.lanes4(<4 x float> %varying, ptr %strided, float %uniform, <4 x i1> %mask) #[[COPY:[0-9]+]]
; CHECK: %[[ALL:.*]] = shufflevector <4 x float> %{{.*}}, <4 x float> poison, <4 x i32> zeroinitializer
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %strided, i32 4, <4 x i1> %mask, <4 x float> poison)
; CHECK: fmul <4 x float> %{{.*}}, %[[ALL]]
; CHECK: fadd <4 x float> %{{.*}}, %varying
; CHECK: attributes #[[COPY]] = { "lanewise-lanes"="4" "lanewise-out-of-line" }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
