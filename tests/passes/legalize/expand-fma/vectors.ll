; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where the level has no fma, that of vectors of float is computed in double: the exact product, the sum, its error, and
; the sum rounded to odd. Code generation would call a function for each element.
; RUN: %cc --passes=expand-fma %s | FileCheck %s
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define <4 x float> @lanes(
; CHECK: %[[A:.*]] = fpext <4 x float> %a to <4 x double>
; CHECK: %[[B:.*]] = fpext <4 x float> %b to <4 x double>
; CHECK: %[[PRODUCT:.*]] = fmul <4 x double> %[[A]], %[[B]]
; CHECK: %[[C:.*]] = fpext <4 x float> %c to <4 x double>
; CHECK: %[[SUM:.*]] = fadd <4 x double> %[[PRODUCT]], %[[C]]
; CHECK: %[[PART:.*]] = fsub <4 x double> %[[SUM]], %[[PRODUCT]]
; CHECK: fsub <4 x double> %[[SUM]], %[[PART]]
; CHECK: %[[BITS:.*]] = bitcast <4 x double> %[[SUM]] to <4 x i64>
; CHECK: %[[INEXACT:.*]] = fcmp one <4 x double> %{{.*}}, zeroinitializer
; CHECK: %[[CHOSEN:.*]] = select <4 x i1> %{{.*}}, <4 x i64> %{{.*}}, <4 x i64> %[[BITS]]
; CHECK: %[[ODD:.*]] = bitcast <4 x i64> %[[CHOSEN]] to <4 x double>
; CHECK: fptrunc <4 x double> %[[ODD]] to <4 x float>
; CHECK-NOT: llvm.fma
define <4 x float> @lanes(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  ret <4 x float> %r
}

; Doubles and scalars are calls of the runtime library.
; CHECK-LABEL: define <2 x double> @doubles(
; CHECK: call <2 x double> @llvm.fma.v2f64(
define <2 x double> @doubles(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %r = call <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}
; CHECK-LABEL: define float @scalar(
; CHECK: call float @llvm.fma.f32(
define float @scalar(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v2"}
