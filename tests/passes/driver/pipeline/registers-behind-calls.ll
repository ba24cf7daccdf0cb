; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values that are live across the call of a vector variant were stored before it and loaded again. With 32
; registers half of them keep their contents.
; RUN: %cc --from=group --level=x86-64-v4 -S -o - %s | FileCheck %s
; CHECK-LABEL: wide:
; CHECK-NOT: %zmm{{.*}}(%rsp)
; CHECK: lw_sin_f32x16
; CHECK-NOT: (%rsp), %zmm
; CHECK: lw_sin_f32x16
; CHECK-NOT: (%rsp), %zmm
; CHECK: ret
declare <16 x float> @lw_sin_f32x16(<16 x float>) memory(none) nounwind willreturn
define <16 x float> @wide(<16 x float> %x, <16 x float> %y) nounwind {
  %a = call <16 x float> @lw_sin_f32x16(<16 x float> %x)
  %b = call <16 x float> @lw_sin_f32x16(<16 x float> %y)
  %c = fadd <16 x float> %a, %b
  %d = fmul <16 x float> %c, %x
  ret <16 x float> %d
}
