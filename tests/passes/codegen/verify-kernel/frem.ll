; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %cc --passes=verify-kernel %s 2>&1 | FileCheck %s
; CHECK: unsupported: frem, in kernel 'k'
define void @k(ptr %p) #0 {
  %x = load float, ptr %p
  %y = frem float %x, 2.0
  store float %y, ptr %p
  ret void
}
attributes #0 = { "lanewise-kernel"="k" }
