; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %cc --passes=barrier-regions %s 2>&1 | FileCheck %s
; CHECK: unsupported: a private array of variable length, in kernel 'k'
define void @k(i32 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %a = alloca i32, i32 %n
  store i32 1, ptr %a
  ret void
}
