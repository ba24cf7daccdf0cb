; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An instruction that the table does not have is rejected; the log names the kernels that reach it.
; RUN: not %cc --passes=lower-opencl-std %s 2>&1 | FileCheck %s
; CHECK: unsupported: OpenCL.std frobnicate, in function 'helper', used in kernel 'k'
define void @k(float %x) #0 {
  call void @helper(float %x)
  ret void
}
define void @helper(float %x) {
  %y = call float @_Z22__spirv_ocl_frobnicatef(float %x)
  ret void
}
declare float @_Z22__spirv_ocl_frobnicatef(float)
attributes #0 = { "lanewise-kernel"="kernel.k" }
