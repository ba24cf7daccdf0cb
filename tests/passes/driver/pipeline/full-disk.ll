; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The linker does not write to the disk: if it is full, only our own write fails, with a message.
; RUN: not %cc --from=translate %s -o /dev/full 2>&1 | FileCheck %s
; RUN: %cc --from=translate %s -o /dev/null
; CHECK: lanewise-cc: /dev/full: No space left on device
define spir_kernel void @k(ptr addrspace(1) %p) {
  store float 1.0, ptr addrspace(1) %p
  ret void
}
