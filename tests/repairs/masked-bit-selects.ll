; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The one instruction that LLVM 19 made has the operands of another selection (184 instead of 228).
; RUN: %cc --level=x86-64-v4 --from=group -S -o - %s | FileCheck %s
; CHECK-LABEL: {{^}}bits:
; CHECK-NOT: vpternlog{{[dq]}} $184
define <16 x i32> @bits(<16 x i32> %a, <16 x i32> %b, <16 x i1> %m) {
  %x = and <16 x i32> %a, splat (i32 65295)
  %y = and <16 x i32> %b, splat (i32 -65296)
  %z = or <16 x i32> %x, %y
  %r = select <16 x i1> %m, <16 x i32> %z, <16 x i32> %a
  ret <16 x i32> %r
}
