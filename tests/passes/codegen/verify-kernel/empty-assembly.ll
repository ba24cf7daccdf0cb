; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Image look-ups of the device library order memory accesses by assembly without text. Text is refused.
; RUN: not %cc --passes=verify-kernel %s 2>&1 | FileCheck %s
; CHECK-NOT: kernel 'empty'
; CHECK: unsupported: inline assembly, in function 'text'
define void @empty(ptr %p) #0 {
  call void asm sideeffect "", "r,~{memory}"(ptr %p)
  ret void
}
define void @text(ptr %p) #0 {
  call void asm sideeffect "nop", "r,~{memory}"(ptr %p)
  ret void
}
attributes #0 = { nounwind "no-builtins" }
