; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Estimates of 11 bits take two terms of their error.
; RUN: %cc --passes=expand-estimates %s | FileCheck %s
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)

; CHECK-LABEL: define <8 x float> @inverse(
; CHECK: %[[RESULT:.*]] = call <8 x float> @llvm.x86.avx.rcp.ps.256(
; CHECK: %[[NEAR:.*]] = shufflevector <8 x float> %[[RESULT]],
; CHECK: %[[E:.*]] = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %{{.*}}, <8 x float> %[[NEAR]],
; CHECK: call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %[[E]], <8 x float> %[[E]], <8 x float> %[[E]])
define <8 x float> @inverse(<8 x float> %x) {
  %r = fdiv arcp <8 x float> splat (float 1.0), %x
  ret <8 x float> %r
}

; CHECK-LABEL: define <8 x float> @root(
; CHECK: call <8 x float> @llvm.x86.avx.rsqrt.ps.256(
; CHECK: %[[ERROR:.*]] = call <8 x float> @llvm.fmuladd.v8f32(
; CHECK: call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %[[ERROR]], <8 x float> <float 3.750000e-01,{{.*}}, <8 x float> <float 5.000000e-01,
; CHECK: call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %{{.*}}, <8 x float> %[[ERROR]],
; CHECK: fcmp one
define <8 x float> @root(<8 x float> %x) {
  %s = call afn <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %r = fdiv arcp <8 x float> splat (float 1.0), %s
  ret <8 x float> %r
}

; A quotient has the error of one rounding more, and where it is NaN, the numerator times the estimate.
; CHECK-LABEL: define <8 x float> @quotient(
; CHECK: %[[RESULT:.*]] = call <8 x float> @llvm.x86.avx.rcp.ps.256(
; CHECK: %[[NEAR:.*]] = shufflevector <8 x float> %[[RESULT]],
; CHECK: %[[PLAIN:.*]] = fmul <8 x float> %y, %[[NEAR]]
; CHECK: select <8 x i1> %{{.*}}, <8 x float> %{{.*}}, <8 x float> %[[PLAIN]]
define <8 x float> @quotient(<8 x float> %y, <8 x float> %x) {
  %r = fdiv arcp <8 x float> %y, %x
  ret <8 x float> %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v3"}
