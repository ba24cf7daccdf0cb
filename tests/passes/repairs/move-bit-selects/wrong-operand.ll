; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM 19 selects bits of the wrong operand, if AVX-512 has one instruction for a select between a
; vector and bits of it and of another one: vpternlog with a mask.
; RUN: %cc --passes=move-bit-selects %s | FileCheck %s
; RUN: %cc --level=x86-64-v4 --from=group -S -o - %s | FileCheck --check-prefix=CODE %s

; CODE-LABEL: {{^}}bits:
; CODE-NOT: vpternlog{{[dq]}} $184
; CHECK-LABEL: define <16 x i32> @bits(
; CHECK: %[[B:.*]] = select <16 x i1> %m, <16 x i32> %b, <16 x i32> %a
; CHECK: %[[KEPT:.*]] = and <16 x i32> %a, <i32 65280,
; CHECK: %[[OTHER:.*]] = and <16 x i32> %[[B]], <i32 -65281,
; CHECK: or <16 x i32> %[[KEPT]], %[[OTHER]]
define <16 x i32> @bits(<16 x i32> %a, <16 x i32> %b, <16 x i1> %m) {
  %x = and <16 x i32> %a, splat (i32 65280)
  %y = and <16 x i32> %b, splat (i32 -65281)
  %z = or <16 x i32> %x, %y
  %r = select <16 x i1> %m, <16 x i32> %z, <16 x i32> %a
  ret <16 x i32> %r
}

; The sign of a and the magnitude of b, where the condition is false.
; CHECK-LABEL: define <8 x i64> @sign(
; CHECK: %[[B:.*]] = select <8 x i1> %m, <8 x i64> %a, <8 x i64> %y
; CHECK: and <8 x i64> %a, <i64 -9223372036854775808,
; CHECK: and <8 x i64> %[[B]], <i64 9223372036854775807,
define <8 x i64> @sign(<8 x i64> %a, <8 x double> %b, <8 x i1> %m) {
  %magnitude = call <8 x double> @llvm.fabs.v8f64(<8 x double> %b)
  %y = bitcast <8 x double> %magnitude to <8 x i64>
  %x = and <8 x i64> %a, splat (i64 -9223372036854775808)
  %z = or disjoint <8 x i64> %y, %x
  %r = select <8 x i1> %m, <8 x i64> %a, <8 x i64> %z
  ret <8 x i64> %r
}

; Bits of a third vector, and other bits.
; CHECK-LABEL: define <16 x i32> @others(
; CHECK: %[[P:.*]] = select <16 x i1> %m, <16 x i32> %z, <16 x i32> %c
; CHECK: %[[Q:.*]] = select <16 x i1> %m, <16 x i32> %w, <16 x i32> %a
define <16 x i32> @others(<16 x i32> %a, <16 x i32> %b, <16 x i32> %c, <16 x i1> %m) {
  %x = and <16 x i32> %a, splat (i32 65280)
  %y = and <16 x i32> %b, splat (i32 -65281)
  %z = or <16 x i32> %x, %y
  %p = select <16 x i1> %m, <16 x i32> %z, <16 x i32> %c
  %v = and <16 x i32> %b, splat (i32 65281)
  %w = or <16 x i32> %x, %v
  %q = select <16 x i1> %m, <16 x i32> %w, <16 x i32> %a
  %r = add <16 x i32> %p, %q
  ret <16 x i32> %r
}
declare <8 x double> @llvm.fabs.v8f64(<8 x double>)
