; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Numbers of 16 bits that were made of larger ones: one instruction permutes 32 elements. Code generation took each
; number out of one of two registers, or failed.
; RUN: %cc --from=group --level=x86-64-v4 -S -o - %s | FileCheck %s
declare <32 x i16> @lanewise.permute.v32i16(<32 x i16>, <32 x i16>) nounwind willreturn speculatable memory(none)

; CHECK-LABEL: turn:
; CHECK: vpermw
; CHECK-NOT: vpinsrw
; CHECK-NOT: vpextr
define void @turn(ptr %p, ptr %q) {
  %numbers = load <32 x i32>, ptr %q
  %square = mul <32 x i32> %numbers, %numbers
  %inside = and <32 x i32> %square, splat (i32 31)
  %from = trunc <32 x i32> %inside to <32 x i16>
  %x = load <32 x i16>, ptr %p
  %turned = call <32 x i16> @lanewise.permute.v32i16(<32 x i16> %x, <32 x i16> %from)
  store <32 x i16> %turned, ptr %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 512}
