; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Orderings come from the semantics; the scope does not weaken anything.
; RUN: %cc --passes=lower-atomics %s | FileCheck %s
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 3 monotonic, align 4
; CHECK: atomicrmw umax ptr addrspace(1) %p, i32 3 acquire, align 4
; CHECK: cmpxchg ptr addrspace(1) %p, i32 5, i32 4 acq_rel acquire, align 4
; CHECK: load atomic i32, ptr addrspace(1) %p seq_cst, align 4
; CHECK: store atomic i32 9, ptr addrspace(1) %p release, align 4
; CHECK: %[[OLD:.*]] = atomicrmw xchg ptr addrspace(1) %p, i32 1 seq_cst, align 4
; CHECK: icmp ne i32 %[[OLD]], 0
; CHECK: store atomic i32 0, ptr addrspace(1) %p release, align 4
; CHECK: atomicrmw fadd ptr addrspace(1) %p, float
; CHECK-NOT: __spirv
define i1 @k(ptr addrspace(1) %p) {
  %a = call i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) %p, i32 2, i32 0, i32 3)
  %b = call i32 @_Z18__spirv_AtomicUMaxPU3AS1iiii(ptr addrspace(1) %p, i32 1, i32 514, i32 3)
  %c = call i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1) %p, i32 1, i32 8, i32 8, i32 4, i32 5)
  %d = call i32 @_Z18__spirv_AtomicLoadPU3AS1iii(ptr addrspace(1) %p, i32 1, i32 16)
  call void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1) %p, i32 1, i32 8, i32 9)
  %e = call i1 @_Z28__spirv_AtomicFlagTestAndSetPU3AS1iii(ptr addrspace(1) %p, i32 1, i32 16)
  call void @_Z23__spirv_AtomicFlagClearPU3AS1iii(ptr addrspace(1) %p, i32 1, i32 4)
  %f = call float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1) %p, i32 1, i32 0, float 1.0)
  ret i1 %e
}
declare i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare i32 @_Z18__spirv_AtomicUMaxPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1), i32, i32, i32, i32, i32)
declare i32 @_Z18__spirv_AtomicLoadPU3AS1iii(ptr addrspace(1), i32, i32)
declare void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare i1 @_Z28__spirv_AtomicFlagTestAndSetPU3AS1iii(ptr addrspace(1), i32, i32)
declare void @_Z23__spirv_AtomicFlagClearPU3AS1iii(ptr addrspace(1), i32, i32)
declare float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)
