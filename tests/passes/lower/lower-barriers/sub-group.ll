; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sub-group of one work-item does not wait; memory that other groups see is fenced. The barrier of a
; larger one is a call for stage lanes.
; RUN: %cc --passes=lower-barriers %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: ret void
; CHECK-LABEL: define void @several
; CHECK-NEXT: call void @lanewise.sub_group.barrier()
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: call void @lanewise.sub_group.barrier()
; CHECK-NEXT: ret void
; CHECK: declare void @lanewise.sub_group.barrier() #[[BARRIER:[0-9]+]]
; CHECK: attributes #[[BARRIER]] = { convergent nomerge nounwind }
define void @k() #0 {
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 272)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 2, i32 528)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 1, i32 520)
  ret void
}
define void @several() #1 {
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 272)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 1, i32 520)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
attributes #0 = { "lanewise-kernel"="kernel.k" }
attributes #1 = { "lanewise-kernel"="kernel.several" "lanewise-sub-group-size"="8" }
