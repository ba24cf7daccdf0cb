; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each lane's copy of a private variable is aligned as the variable is, which may be more than its size
; is a multiple of.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare void @use(ptr)
; CHECK-LABEL: define void @k(
; CHECK: getelementptr i8, ptr %variable, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  %variable = alloca [5 x i32], align 16
  call void @use(ptr %variable)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
