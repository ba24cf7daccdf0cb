; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Collective operations of the work-group are not lowered here, those of the sub-group beside them are.
; RUN: %cc --passes=lower-sub-groups %s | FileCheck %s
; CHECK: call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %x)
; CHECK-NOT: call
; CHECK: add i32 %r, %x
define i32 @k(i32 %x) {
  %r = call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %x)
  %s = call i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 0, i32 %x)
  %t = add i32 %r, %s
  ret i32 %t
}
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
