; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The permutation of a vector whose elements are the same is that vector. Code generation failed for 32 halfs.
; RUN: %cc --passes=expand-permutations %s | FileCheck %s
; RUN: %cc --from=group --level=x86-64-v4 -S -o - %s | FileCheck %s --check-prefix=CODE
declare <32 x i16> @lanewise.permute.v32i16(<32 x i16>, <32 x i16>) nounwind willreturn speculatable memory(none)

; CHECK-LABEL: define void @zeros(
; CHECK-NOT: insertelement
; CHECK: store <32 x i16> zeroinitializer, ptr %p
; CODE-LABEL: zeros:
define void @zeros(ptr %p, ptr %q) {
  %numbers = load <32 x i32>, ptr %q
  %square = mul <32 x i32> %numbers, %numbers
  %inside = and <32 x i32> %square, splat (i32 31)
  %from = trunc <32 x i32> %inside to <32 x i16>
  %turned = call <32 x i16> @lanewise.permute.v32i16(<32 x i16> zeroinitializer, <32 x i16> %from)
  store <32 x i16> %turned, ptr %p
  ret void
}
