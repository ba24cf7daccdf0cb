; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Atomics on local memory through generic pointers, as OpenCL C 2.0 calls them, need no lock prefix.
; RUN: %cc --passes=lower-atomics,infer-generic-pointers,mark-local-atomics %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: atomicrmw add ptr addrspace(3) %{{.*}}, i32 3 {{.*}}, !lanewise.local
; CHECK: cmpxchg ptr addrspace(3) {{.*}}, !lanewise.local
; CHECK: atomicrmw add ptr addrspace(1) %m, i32 3
; CHECK-NOT: !lanewise.local
; CHECK: ret void
define void @k(ptr addrspace(3) %p, ptr addrspace(1) %m, i64 %i) {
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %e = getelementptr i32, ptr addrspace(4) %g, i64 %i
  %a = call i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4) %e, i32 2, i32 16, i32 3)
  %b = call i32 @_Z29__spirv_AtomicCompareExchangePU3AS4iiiiii(ptr addrspace(4) %e, i32 1, i32 8, i32 8, i32 4, i32 5)
  %h = addrspacecast ptr addrspace(1) %m to ptr addrspace(4)
  %c = call i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4) %h, i32 2, i32 16, i32 3)
  ret void
}
declare i32 @_Z18__spirv_AtomicIAddPU3AS4iiii(ptr addrspace(4), i32, i32, i32)
declare i32 @_Z29__spirv_AtomicCompareExchangePU3AS4iiiiii(ptr addrspace(4), i32, i32, i32, i32, i32)
