; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A division that may multiply by a reciprocal is an estimate of 14 bits and one term of its error; where
; that is NaN, the estimate itself.
; RUN: %cc --passes=expand-estimates %s | FileCheck %s
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)

; CHECK-LABEL: define <16 x float> @inverse(
; CHECK: %[[RESULT:.*]] = call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %{{.*}}, <16 x float> poison, i16 -1)
; CHECK: %[[NEAR:.*]] = shufflevector <16 x float> %[[RESULT]],
; CHECK: fneg <16 x float> %x
; CHECK: %[[BETTER:.*]] = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %[[NEAR]], <16 x float> %{{.*}}, <16 x float> %[[NEAR]])
; CHECK: %[[IS:.*]] = fcmp one <16 x float> %[[BETTER]], zeroinitializer
; CHECK: select <16 x i1> %[[IS]], <16 x float> %[[BETTER]], <16 x float> %[[NEAR]]
; CHECK-NOT: fdiv
define <16 x float> @inverse(<16 x float> %x) {
  %r = fdiv arcp <16 x float> splat (float 1.0), %x
  ret <16 x float> %r
}

; CHECK-LABEL: define <16 x float> @root(
; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK: %[[ROOT:.*]] = shufflevector
; CHECK: %[[PRODUCT:.*]] = fmul <16 x float> %x, %[[ROOT]]
; CHECK: %[[MINUS:.*]] = fneg <16 x float> %[[PRODUCT]]
; CHECK: %[[ERROR:.*]] = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %[[MINUS]], <16 x float> %[[ROOT]],
; CHECK: %[[HALF:.*]] = fmul <16 x float> %[[ROOT]], <float 5.000000e-01,
; CHECK: call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %[[HALF]], <16 x float> %[[ERROR]], <16 x float> %[[ROOT]])
; CHECK-NOT: fdiv
define <16 x float> @root(<16 x float> %x) {
  %s = call afn <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %r = fdiv arcp <16 x float> splat (float 1.0), %s
  ret <16 x float> %r
}

; The root is exact, and the division by it is not.
; CHECK-LABEL: define <16 x float> @exactRoot(
; CHECK: %s = call <16 x float> @llvm.sqrt.v16f32(
; CHECK: rcp14.ps.512
define <16 x float> @exactRoot(<16 x float> %x) {
  %s = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %r = fdiv arcp <16 x float> splat (float 1.0), %s
  ret <16 x float> %r
}

; Two registers of sixteen, and the same instruction for a scalar.
; CHECK-LABEL: define <32 x float> @two(
; CHECK-COUNT-2: rcp14.ps.512
define <32 x float> @two(<32 x float> %y, <32 x float> %x) {
  %r = fdiv arcp <32 x float> %y, %x
  ret <32 x float> %r
}
; CHECK-LABEL: define float @scalar(
; CHECK: rcp14.ps.128
; CHECK: extractelement <4 x float> %{{.*}}, i64 0
define float @scalar(float %x) {
  %r = fdiv arcp float 1.0, %x
  ret float %r
}
; CHECK-LABEL: define <3 x float> @three(
; CHECK: rcp14.ps.128
; CHECK-NOT: fdiv
define <3 x float> @three(<3 x float> %x) {
  %r = fdiv arcp <3 x float> splat (float 1.0), %x
  ret <3 x float> %r
}

; Neither may be approximated, and code generation has a form of its own for finite numbers.
; CHECK-LABEL: define <16 x float> @others(
; CHECK: fdiv <16 x float> %y, %x
; CHECK: fdiv nnan ninf arcp <16 x float>
define <16 x float> @others(<16 x float> %y, <16 x float> %x) {
  %a = fdiv <16 x float> %y, %x
  %b = fdiv nnan ninf arcp <16 x float> %a, %x
  ret <16 x float> %b
}
; CHECK-LABEL: define <8 x double> @double(
; CHECK: fdiv arcp <8 x double>
define <8 x double> @double(<8 x double> %y, <8 x double> %x) {
  %a = fdiv arcp <8 x double> %y, %x
  ret <8 x double> %a
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v4"}
