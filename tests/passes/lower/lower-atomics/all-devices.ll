; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Memory shared with the host, 64 bits: real atomics with system scope, in the given order.
; RUN: %cc --passes=lower-atomics %s | FileCheck %s
; CHECK: atomicrmw add ptr addrspace(1) %p, i64 3 seq_cst, align 8
; CHECK: cmpxchg ptr addrspace(1) %p, i64 5, i64 4 seq_cst seq_cst, align 8
; CHECK: load atomic i64, ptr addrspace(1) %p seq_cst, align 8
; CHECK: store atomic i64 9, ptr addrspace(4) %g seq_cst, align 8
; CHECK-NOT: syncscope
; CHECK-NOT: __spirv
define void @k(ptr addrspace(1) %p, ptr addrspace(4) %g) {
  %a = call i64 @_Z18__spirv_AtomicIAddPU3AS1liil(ptr addrspace(1) %p, i32 0, i32 528, i64 3)
  %b = call i64 @_Z29__spirv_AtomicCompareExchangePU3AS1liiill(ptr addrspace(1) %p, i32 0, i32 528, i32 528, i64 4, i64 5)
  %c = call i64 @_Z18__spirv_AtomicLoadPU3AS1lii(ptr addrspace(1) %p, i32 0, i32 528)
  call void @_Z19__spirv_AtomicStorePU3AS4liil(ptr addrspace(4) %g, i32 0, i32 528, i64 9)
  ret void
}
declare i64 @_Z18__spirv_AtomicIAddPU3AS1liil(ptr addrspace(1), i32, i32, i64)
declare i64 @_Z29__spirv_AtomicCompareExchangePU3AS1liiill(ptr addrspace(1), i32, i32, i32, i64, i64)
declare i64 @_Z18__spirv_AtomicLoadPU3AS1lii(ptr addrspace(1), i32, i32)
declare void @_Z19__spirv_AtomicStorePU3AS4liil(ptr addrspace(4), i32, i32, i64)
