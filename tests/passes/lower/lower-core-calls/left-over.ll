; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Calls that no pass lowers and no module defines are rejected by name.
; RUN: not %cc --passes=lower-core-calls %s 2>&1 | FileCheck %s
; CHECK-DAG: unsupported: OpGroupIAdd, in kernel 'k'
; CHECK-DAG: unsupported: function 'elsewhere' is declared but not defined, in kernel 'k'
define void @k(i32 %i) #0 {
  %a = call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %i)
  call void @elsewhere()
  ret void
}
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
declare void @elsewhere()
attributes #0 = { "lanewise-kernel"="kernel.k" }
