; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A work-group barrier needs no fence for local memory, but one for global memory; local fences order
; the compiler only. Accesses of one work-item have an order without fences.
; RUN: %cc --passes=lower-barriers %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: fence release
; CHECK-NEXT: ret void
define void @k() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 1, i32 528)
  call void @_Z21__spirv_MemoryBarrierii(i32 2, i32 264)
  call void @_Z21__spirv_MemoryBarrierii(i32 1, i32 516)
  call void @_Z21__spirv_MemoryBarrierii(i32 4, i32 2056)
  ret void
}
; CHECK: declare void @lanewise.barrier() #[[BARRIER:[0-9]+]]
; CHECK: attributes #[[BARRIER]] = { convergent nounwind }
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
declare void @_Z21__spirv_MemoryBarrierii(i32, i32)
