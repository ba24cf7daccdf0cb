; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A generic pointer made of a local one is local again, so that atomics on it need no lock.
; RUN: %cc --passes=infer-generic-pointers %s | FileCheck %s
; RUN: %cc --passes=infer-generic-pointers,lower-atomics %s | FileCheck %s --check-prefix=ATOMIC
; CHECK-LABEL: define i32 @k
; CHECK: load i32, ptr addrspace(3) %l
; ATOMIC-NOT: atomicrmw
define i32 @k(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %x = load i32, ptr addrspace(4) %g
  %old = call i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3) %m, i32 1, i32 16, i32 %x)
  ret i32 %old
}
declare i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3), i32, i32, i32)
