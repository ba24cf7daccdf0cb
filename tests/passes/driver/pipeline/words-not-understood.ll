; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A constant that is none and an option that does not apply to this input end the run, by name. They
; were skipped in silence.
; RUN: not %cc --spec=1=0g %s 2>&1 | FileCheck %s --check-prefix=CONSTANT
; RUN: not %cc --spec=one=01 %s 2>&1 | FileCheck %s --check-prefix=NUMBER
; RUN: not %cc -cl-opt-disabled %s 2>&1 | FileCheck %s --check-prefix=TYPO
; RUN: not %cc -cl-mad-enable -DN=1 %s 2>&1 | FileCheck %s --check-prefix=SOURCE
; RUN: %cc --spec=1=0A00 -cl-mad-enable -g %s
; CONSTANT: option '--spec=1=0g' is not --spec=<id>=<hex>
; NUMBER: option '--spec=one=01' is not --spec=<id>=<hex>
; TYPO: option '-cl-opt-disabled' applies to source input only
; SOURCE: option '-DN=1' applies
define spir_kernel void @k() {
  ret void
}
