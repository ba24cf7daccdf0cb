; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The size of an element is not known from the name of the function.
; RUN: not %cc --passes=lower-async-copy %s 2>&1 | FileCheck %s
; CHECK: unsupported: OpGroupAsyncCopy of this type, in kernel 'k'
define spir_kernel void @k(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n) {
  %event = call target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS34oddPU3AS1S_llP13__spirv_Event(i32 2, ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, i64 1, target("spirv.Event") zeroinitializer)
  ret void
}
declare target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS34oddPU3AS1S_llP13__spirv_Event(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
