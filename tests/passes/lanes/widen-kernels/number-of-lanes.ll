; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel has as many lanes as a register has elements of the size that most of its values have. Inline
; assembly cannot be widened.
; RUN: %cc --passes=widen-kernels --remarks %s 2>&1 | FileCheck %s
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, used in kernel 'single'
; CHECK: 4 lanes: 256-bit registers, 64-bit elements, used in kernel 'double'
; CHECK: 1 lanes: inline assembly, used in kernel 'assembly'
define void @single(ptr %p) "lanewise-kernel"="single" "lanewise-arguments"="v0" {
  %x = load float, ptr %p
  store float %x, ptr %p
  ret void
}
define void @double(ptr %p) "lanewise-kernel"="double" "lanewise-arguments"="v0" {
  %x = load double, ptr %p
  store double %x, ptr %p
  ret void
}
define void @assembly() "lanewise-kernel"="assembly" "lanewise-arguments"="" {
  call void asm sideeffect "nop", ""()
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
