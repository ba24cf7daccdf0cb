; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Collective operations of the work-group are not lowered here.
; RUN: %cc --passes=lower-sub-groups %s | FileCheck %s
; CHECK: call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %x)
define i32 @k(i32 %x) {
  %r = call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %x)
  ret i32 %r
}
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
