; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of zeros of both signs the result is the constant. A minimum may be the other one.
; RUN: %cc --from=group --level=x86-64-v3 -S -o - %s | FileCheck %s
; CHECK-LABEL: {{^}}zero:
; CHECK-NOT: fmin
define half @zero(half %a) {
  %less = fcmp olt half %a, 0xH0000
  %x = select i1 %less, half %a, half 0xH0000
  ret half %x
}
