; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A choice between a number and a bound behind another one with the same bound, which instcombine
; would drop.
; RUN: %cc --passes=join-clamps %s | FileCheck %s
; RUN: %cc --passes=join-clamps,instcombine %s | FileCheck %s --check-prefix=COMBINED

; NaN passes the first one only.
; CHECK-LABEL: define float @nan(
; CHECK: %[[TEST:.*]] = fcmp olt float %x, 1.000000e+00
; CHECK-NEXT: %r = select i1 %[[TEST]], float %x, float 1.000000e+00
; CHECK-NEXT: ret float %r
; COMBINED-LABEL: define float @nan(
; COMBINED: %[[TEST:.*]] = fcmp olt float %x, 1.000000e+00
; COMBINED-NEXT: %r = select i1 %[[TEST]], float %x, float 1.000000e+00
; COMBINED-NEXT: ret float %r
define float @nan(float %x) {
  %above = fcmp ogt float %x, 1.0
  %m = select i1 %above, float 1.0, float %x
  %below = fcmp olt float %m, 1.0
  %r = select i1 %below, float %m, float 1.0
  ret float %r
}

; The operands of both comparisons are swapped; in both directions, only the bound is left.
; CHECK-LABEL: define <4 x double> @opposite(
; CHECK: %[[TEST:.*]] = fcmp oeq <4 x double> %x, %y
; CHECK-NEXT: %r = select <4 x i1> %[[TEST]], <4 x double> %x, <4 x double> %y
; COMBINED-LABEL: define <4 x double> @opposite(
define <4 x double> @opposite(<4 x double> %x, <4 x double> %y) {
  %below = fcmp ole <4 x double> %y, %x
  %m = select <4 x i1> %below, <4 x double> %x, <4 x double> %y
  %above = fcmp ult <4 x double> %y, %m
  %r = select <4 x i1> %above, <4 x double> %y, <4 x double> %m
  ret <4 x double> %r
}

; A comparison does not see the sign of zero, but the arms have one.
; CHECK-LABEL: define half @zeros(
; CHECK: %[[TEST:.*]] = fcmp olt half %x, 0xH0000
; CHECK-NEXT: %same = select i1 %[[TEST]], half %x, half 0xH8000
; CHECK: %other = select i1 %again, half %m, half 0xH0000
define half @zeros(half %x) {
  %below = fcmp ule half %x, 0xH8000
  %m = select i1 %below, half %x, half 0xH8000
  %again = fcmp olt half %m, 0xH0000
  %same = select i1 %again, half %m, half 0xH8000
  %other = select i1 %again, half %m, half 0xH0000
  %r = fadd half %same, %other
  ret half %r
}

; The choice between is repeated under the same condition.
; CHECK-LABEL: define float @repeated(
; CHECK: %[[TEST:.*]] = fcmp oge float %x, 0.000000e+00
; CHECK-NEXT: %r = select i1 %[[TEST]], float %x, float 0.000000e+00
define float @repeated(float %x) {
  %below = fcmp olt float %x, 0.0
  %m = select i1 %below, float 0.0, float %x
  %n = select i1 %below, float %m, float %x
  %not = fcmp ult float %n, 0.0
  %r = select i1 %not, float 0.0, float %n
  ret float %r
}

; Another bound, and another number than the one that is compared.
; CHECK-LABEL: define float @others(
; CHECK: %r = select i1 %c, float %m, float 2.000000e+00
; CHECK: %s = select i1 %d, float %x, float 1.000000e+00
define float @others(float %x) {
  %b = fcmp ogt float %x, 1.0
  %m = select i1 %b, float 1.0, float %x
  %c = fcmp olt float %m, 2.0
  %r = select i1 %c, float %m, float 2.0
  %d = fcmp olt float %m, 1.0
  %s = select i1 %d, float %x, float 1.0
  %sum = fadd float %r, %s
  ret float %sum
}
