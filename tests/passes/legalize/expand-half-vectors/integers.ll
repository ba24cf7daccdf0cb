; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where the processor has no conversions of half, they are operations on integers. LLVM calls a
; function for each element.
; RUN: %cc --passes=expand-half-vectors %s | FileCheck %s
; RUN: %cc --from=group --level=x86-64-v2 -S -o - %s | FileCheck %s --check-prefix=CODE
; CODE-NOT: call

; 2^-14 is taken off where the number is denormal.
; CHECK-LABEL: define <4 x float> @extended(
; CHECK-NOT: fpext
; CHECK: fsub <4 x float> %{{.*}}, <float 0x3F10000000000000,
; CHECK: bitcast <4 x i32> %{{.*}} to <4 x float>
define <4 x float> @extended(<4 x half> %a) {
  %x = fpext <4 x half> %a to <4 x float>
  ret <4 x float> %x
}

; CHECK-LABEL: define <4 x half> @truncated(
; CHECK-NOT: fptrunc
; CHECK: fadd <4 x float> %{{.*}}, <float 5.000000e-01,
; CHECK: trunc <4 x i32> %{{.*}} to <4 x i16>
define <4 x half> @truncated(<4 x float> %a) {
  %x = fptrunc <4 x float> %a to <4 x half>
  ret <4 x half> %x
}

; CHECK-LABEL: define <4 x half> @from_integers(
; CHECK: sitofp <4 x i32> %a to <4 x float>
; CHECK: trunc <4 x i32> %{{.*}} to <4 x i16>
define <4 x half> @from_integers(<4 x i32> %a) {
  %x = sitofp <4 x i32> %a to <4 x half>
  ret <4 x half> %x
}

; CHECK-LABEL: define <4 x i32> @to_integers(
; CHECK: fptosi <4 x float> %{{.*}} to <4 x i32>
define <4 x i32> @to_integers(<4 x half> %a) {
  %x = fptosi <4 x half> %a to <4 x i32>
  ret <4 x i32> %x
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v2"}
