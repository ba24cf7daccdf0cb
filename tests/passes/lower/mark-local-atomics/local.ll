; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Atomics on local memory, which belongs to one thread, are marked.
; RUN: %cc --passes=lower-atomics,mark-local-atomics %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: atomicrmw add ptr addrspace(3) %p, i32 3 {{.*}}, !lanewise.local ![[MARK:[0-9]+]]
; CHECK: cmpxchg ptr addrspace(3) %p, i32 5, i32 4 {{.*}}, !lanewise.local ![[MARK]]
; CHECK-NOT: __spirv
; CHECK: ret void
; CHECK: ![[MARK]] = !{}
define void @k(ptr addrspace(3) %p) {
  %a = call i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3) %p, i32 2, i32 16, i32 3)
  %b = call i32 @_Z29__spirv_AtomicCompareExchangePU3AS3iiiiii(ptr addrspace(3) %p, i32 1, i32 8, i32 8, i32 4, i32 5)
  ret void
}
declare i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3), i32, i32, i32)
declare i32 @_Z29__spirv_AtomicCompareExchangePU3AS3iiiiii(ptr addrspace(3), i32, i32, i32, i32, i32)
