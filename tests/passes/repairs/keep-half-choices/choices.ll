; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Choices between two halves by their comparison hide it from code generation. Others remain.
; RUN: %cc --passes=keep-half-choices %s | FileCheck %s

; Of zeros of both signs this is the first one.
; CHECK-LABEL: define half @choice(
; CHECK: %[[LESS:.*]] = fcmp olt half %a, %b
; CHECK: %[[TEST:.*]] = freeze i1 %[[LESS]]
; CHECK: select i1 %[[TEST]], half %b, half %a
define half @choice(half %a, half %b) {
  %less = fcmp olt half %a, %b
  %x = select i1 %less, half %b, half %a
  ret half %x
}

; Of zeros of both signs this is the constant. Code generation took it for a minimum, which may be the other
; one: LLVM 19 does so if one of the two is a constant that is not a NaN.
; CHECK-LABEL: define half @zero(
; CHECK: %[[LESS:.*]] = fcmp olt half %a, 0xH0000
; CHECK: %[[TEST:.*]] = freeze i1 %[[LESS]]
; CHECK: select i1 %[[TEST]], half %a, half 0xH0000
define half @zero(half %a) {
  %less = fcmp olt half %a, 0xH0000
  %x = select i1 %less, half %a, half 0xH0000
  ret half %x
}

; CHECK-LABEL: define half @otherChoice(
; CHECK-NOT: freeze
define half @otherChoice(half %a, half %b, half %c) {
  %less = fcmp olt half %a, %b
  %x = select i1 %less, half %b, half %c
  ret half %x
}
