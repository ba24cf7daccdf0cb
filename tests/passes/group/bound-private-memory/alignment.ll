; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable that must move and has a greater alignment than the memory to which it would move.
; RUN: not %cc --passes=bound-private-memory %s 2>&1 | FileCheck %s
; CHECK: unsupported: alignment 4096 of a private variable, in kernel 'k'
; CHECK-NOT: unsupported
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-spill-item-bytes"="0" {
entry:
  %a = alloca [20000 x i8], align 4096
  %stays = alloca i8, align 256
  br label %start
start:
  store i8 1, ptr %a
  store i8 1, ptr %stays
  ret void
}
