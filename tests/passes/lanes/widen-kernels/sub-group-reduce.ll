; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A reduction of a sub-group is over the active lanes, in halves. Its result is uniform: a branch that
; depends on it stays one.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare float @lanewise.sub_group.reduce.fadd.f32(float) convergent nounwind willreturn memory(none)
declare i1 @lanewise.sub_group.reduce.or.i1(i1) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x float> %{{.*}}, <4 x float> <float -0.000000e+00, float -0.000000e+00, float -0.000000e+00, float -0.000000e+00>
; CHECK: %[[LOW:.*]] = shufflevector <4 x float> %[[X]], <4 x float> poison, <2 x i32> <i32 0, i32 1>
; CHECK: %[[HIGH:.*]] = shufflevector <4 x float> %[[X]], <4 x float> poison, <2 x i32> <i32 2, i32 3>
; CHECK: %[[TWO:.*]] = fadd <2 x float> %[[LOW]], %[[HIGH]]
; CHECK: shufflevector <2 x float> %[[TWO]], <2 x float> poison, <1 x i32> zeroinitializer
; CHECK: %[[ONE:.*]] = fadd <1 x float>
; CHECK: %[[SUM:.*]] = extractelement <1 x float> %[[ONE]], i64 0
; CHECK: %[[BOOLS:.*]] = select <4 x i1> %live, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[BOOLS]])
; CHECK: br i1 %[[ANY]], label %
; CHECK: store float %[[SUM]], ptr %q
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %sum = call float @lanewise.sub_group.reduce.fadd.f32(float %x)
  %positive = fcmp ogt float %x, 0.0
  %any = call i1 @lanewise.sub_group.reduce.or.i1(i1 %positive)
  br i1 %any, label %then, label %end
then:
  store float %sum, ptr %q
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
