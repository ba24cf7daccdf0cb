; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Local memory belongs to one thread: no lock prefix.
; RUN: %cc --passes=lower-atomics,lower-local-atomics %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NOT: atomicrmw
; CHECK-NOT: cmpxchg
; CHECK: %[[OLD:.*]] = load atomic i32, ptr addrspace(3) %p unordered, align 4
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 3
; CHECK: store atomic i32 %[[NEW]], ptr addrspace(3) %p unordered, align 4
; CHECK: %[[SEEN:.*]] = load atomic i32, ptr addrspace(3) %p unordered, align 4
; CHECK: %[[SAME:.*]] = icmp eq i32 %[[SEEN]], 5
; CHECK: select i1 %[[SAME]], i32 4, i32 %[[SEEN]]
; CHECK-NOT: atomicrmw
define void @k(ptr addrspace(3) %p) {
  %a = call i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3) %p, i32 2, i32 16, i32 3)
  %b = call i32 @_Z29__spirv_AtomicCompareExchangePU3AS3iiiiii(ptr addrspace(3) %p, i32 1, i32 8, i32 8, i32 4, i32 5)
  ret void
}
declare i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3), i32, i32, i32)
declare i32 @_Z29__spirv_AtomicCompareExchangePU3AS3iiiiii(ptr addrspace(3), i32, i32, i32, i32, i32)
