; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A stage that fails ends the build: nothing is written, the log names instruction and kernel.
; RUN: rm -f %t.so
; RUN: not %cc --from=translate %s -o %t.so 2>&1 | FileCheck %s
; RUN: not ls %t.so
; CHECK: unsupported: OpenCL.std frobnicate, in kernel 'k'
; CHECK-NOT: unsupported
define spir_kernel void @k(ptr addrspace(1) %p) {
  %y = call spir_func float @_Z22__spirv_ocl_frobnicatef(float 1.0)
  store float %y, ptr addrspace(1) %p
  ret void
}
declare spir_func float @_Z22__spirv_ocl_frobnicatef(float)
