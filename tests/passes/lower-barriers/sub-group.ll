; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %cc --passes=lower-barriers %s 2>&1 | FileCheck %s
; CHECK: unsupported: OpControlBarrier of an execution scope other than the work-group, used in kernel 'k'
define void @k() #0 {
  call void @_Z22__spirv_ControlBarrieriii(i32 3, i32 3, i32 272)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
attributes #0 = { "lanewise-kernel"="kernel.k" }
