; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The kernel clock is the counter that user code may read. LLVM 19 has 0 for its own intrinsic of a steady counter, and
; the counter of cycles faults.
; REQUIRES: aarch64
; RUN: %cc --target=aarch64-linux-gnu --from=group -S -o - %s | FileCheck %s
; CHECK-LABEL: clock:
; CHECK: mrs x{{[0-9]+}}, CNTVCT_EL0
; CHECK: mrs x{{[0-9]+}}, CNTVCT_EL0
target triple = "aarch64-unknown-linux-gnu"
define i64 @clock() {
  %first = call i64 @llvm.readcyclecounter()
  %second = call i64 @llvm.readcyclecounter()
  %passed = sub i64 %second, %first
  ret i64 %passed
}
declare i64 @llvm.readcyclecounter()
