; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A module of the application may import functions with names of this form and types that do not fit.
; RUN: not %cc --passes=restore-assembly %s 2>&1 | FileCheck %s
; CHECK: error: inline assembly: {{.+}}, in function 'f'

define void @f(i32 %a) {
  call void @lanewise.assembly(i32 %a)
  ret void
}
declare void @lanewise.assembly(i32) #0
attributes #0 = { nounwind "lanewise-assembly-text"="nop" "lanewise-assembly-constraints"="=r,r,r" }
