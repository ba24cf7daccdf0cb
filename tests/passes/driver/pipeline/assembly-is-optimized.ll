; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; -S wrote the code of IR on which the passes of stage object had not run.
; RUN: %cc --from=group --level=x86-64-v3 -S %s -o - | FileCheck %s
; RUN: %cc --from=group --level=x86-64-v3 -S -cl-opt-disable %s -o - | FileCheck --check-prefix=AS-IT-IS %s
; CHECK-LABEL: kernel.k:
; CHECK-NOT: cmov
; CHECK: div
; CHECK-NOT: cmov
; AS-IT-IS: cmov
define void @kernel.k(ptr %p) {
  %by = load i32, ptr %p
  %odd = or i32 %by, 1
  %frozen = freeze i32 %odd
  %zero = icmp eq i32 %frozen, 0
  %divisor = select i1 %zero, i32 1, i32 %frozen
  %quotient = udiv i32 7, %divisor
  store i32 %quotient, ptr %p
  ret void
}
