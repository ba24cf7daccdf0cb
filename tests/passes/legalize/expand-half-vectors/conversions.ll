; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Operations on vectors of half are operations on floats, rounded once each. Without FP16 LLVM compares
; and rounds them element by element.
; RUN: %cc --passes=expand-half-vectors %s | FileCheck %s
declare <16 x half> @llvm.floor.v16f16(<16 x half>)
declare <16 x half> @llvm.fabs.v16f16(<16 x half>)

; CHECK-LABEL: define <16 x half> @sum(
; CHECK: %[[A:.*]] = fpext <16 x half> %a to <16 x float>
; CHECK: %[[B:.*]] = fpext <16 x half> %b to <16 x float>
; CHECK: %[[SUM:.*]] = fadd <16 x float> %[[A]], %[[B]]
; CHECK: fptrunc <16 x float> %[[SUM]] to <16 x half>
define <16 x half> @sum(<16 x half> %a, <16 x half> %b) {
  %x = fadd fast <16 x half> %a, %b
  ret <16 x half> %x
}

; The choice is one of bits.
; CHECK-LABEL: define <16 x half> @choice(
; CHECK: fcmp ult <16 x float>
; CHECK: select <16 x i1> %{{.*}}, <16 x half> %a, <16 x half> %b
define <16 x half> @choice(<16 x half> %a, <16 x half> %b) {
  %test = fcmp ult <16 x half> %a, %b
  %x = select <16 x i1> %test, <16 x half> %a, <16 x half> %b
  ret <16 x half> %x
}

; CHECK-LABEL: define <16 x half> @rounded(
; CHECK: call <16 x float> @llvm.floor.v16f32(
; CHECK: call <16 x half> @llvm.fabs.v16f16(
define <16 x half> @rounded(<16 x half> %a) {
  %x = call <16 x half> @llvm.floor.v16f16(<16 x half> %a)
  %y = call <16 x half> @llvm.fabs.v16f16(<16 x half> %x)
  ret <16 x half> %y
}

; CHECK-LABEL: define <16 x i8> @bytes(
; CHECK: %[[WORDS:.*]] = fptosi <16 x float> %{{.*}} to <16 x i32>
; CHECK: trunc <16 x i32> %[[WORDS]] to <16 x i8>
define <16 x i8> @bytes(<16 x half> %a) {
  %x = fptoui <16 x half> %a to <16 x i8>
  ret <16 x i8> %x
}

; Of the floats next to the double it is the one whose last digit is one.
; CHECK-LABEL: define <4 x half> @from_double(
; CHECK: %[[NEAREST:.*]] = fptrunc <4 x double> %a to <4 x float>
; CHECK: fpext <4 x float> %[[NEAREST]] to <4 x double>
; CHECK: fcmp ogt <4 x double>
; CHECK: or <4 x i32> %{{.*}}, <i32 1, i32 1, i32 1, i32 1>
; CHECK: %[[DIFFER:.*]] = fcmp one <4 x double>
; CHECK: select <4 x i1> %[[DIFFER]]
; CHECK: fptrunc <4 x float> %{{.*}} to <4 x half>
define <4 x half> @from_double(<4 x double> %a) {
  %x = fptrunc <4 x double> %a to <4 x half>
  ret <4 x half> %x
}

; What the processor has, and single numbers, stay.
; CHECK-LABEL: define <4 x float> @extended(
; CHECK-NEXT: fpext <4 x half> %a to <4 x float>
; CHECK-NEXT: fadd half %b, %b
define <4 x float> @extended(<4 x half> %a, half %b, ptr %p) {
  %x = fpext <4 x half> %a to <4 x float>
  %y = fadd half %b, %b
  store half %y, ptr %p
  ret <4 x float> %x
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v3"}
