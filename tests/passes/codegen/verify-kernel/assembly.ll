; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Inline assembly needs no library: that of image look-ups of the device library, which orders memory
; accesses, and that of the source.
; RUN: not %cc --passes=verify-kernel %s 2>&1 | FileCheck %s
; CHECK-NOT: assembly
; CHECK-NOT: 'text'
; CHECK: unsupported: frem, in function 'remainder'
define void @empty(ptr %p) #0 {
  call void asm sideeffect "", "r,~{memory}"(ptr %p)
  ret void
}
define void @text(ptr %p) #0 {
  call void asm sideeffect "nop", "r,~{memory}"(ptr %p)
  ret void
}
define float @remainder(float %a, float %b) #0 {
  %r = frem float %a, %b
  ret float %r
}
attributes #0 = { nounwind "no-builtins" }
