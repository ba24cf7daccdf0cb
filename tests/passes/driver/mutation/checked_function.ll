; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A report in a function out of line names the work-item, whose ids its kernel has.
define void @k(ptr %a) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-checked-arguments"="g16" "lanewise-checked-launch"="8" {
  call void @guest.f(ptr %a)
  ret void
}
define internal void @guest.f(ptr %p) "lanewise-out-of-line" {
  store i32 1, ptr %p, align 4
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-memory", i32 1}
