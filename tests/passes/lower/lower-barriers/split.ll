; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of a barrier in two halves the second one waits. What a wider scope sees is released by the first half
; and acquired by the second one.
; RUN: %cc --passes=lower-barriers %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NEXT: store i32 1
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: fence release
; CHECK-NEXT: store i32 2
; CHECK-NEXT: fence acquire
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: ret void
define void @k(ptr addrspace(1) %p) {
  call void @_Z33__spirv_ControlBarrierArriveINTELiii(i32 2, i32 2, i32 260)
  store i32 1, ptr addrspace(1) %p
  call void @_Z31__spirv_ControlBarrierWaitINTELiii(i32 2, i32 2, i32 258)
  call void @_Z33__spirv_ControlBarrierArriveINTELiii(i32 2, i32 1, i32 516)
  store i32 2, ptr addrspace(1) %p
  call void @_Z31__spirv_ControlBarrierWaitINTELiii(i32 2, i32 1, i32 514)
  ret void
}
declare void @_Z33__spirv_ControlBarrierArriveINTELiii(i32, i32, i32) convergent
declare void @_Z31__spirv_ControlBarrierWaitINTELiii(i32, i32, i32) convergent
