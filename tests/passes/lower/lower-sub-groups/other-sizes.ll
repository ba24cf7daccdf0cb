; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel whose sub-groups are larger than one work-item.
; RUN: not %cc --passes=lower-sub-groups %s 2>&1 | FileCheck %s
; RUN: not %cc --passes=lower-barriers %s 2>&1 | FileCheck %s --check-prefix=BARRIER
; CHECK: unsupported: OpGroupIAdd in sub-groups of 8 work-items, in kernel 'k'
; BARRIER: unsupported: OpControlBarrier of an execution scope other than the work-group and the sub-group
define i32 @k(i32 %x) #0 {
  %r = call i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 0, i32 %x)
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 272)
  ret i32 %r
}
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
attributes #0 = { "lanewise-kernel"="kernel.k" "lanewise-sub-group-size"="8" }
