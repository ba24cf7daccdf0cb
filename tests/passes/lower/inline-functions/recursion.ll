; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %cc --passes=inline-functions %s 2>&1 | FileCheck %s
; CHECK: unsupported: recursion, in kernel 'k'
define void @k() #0 {
  call void @a()
  ret void
}
define internal void @a() {
  call void @b()
  ret void
}
define internal void @b() {
  call void @a()
  ret void
}
attributes #0 = { "lanewise-kernel"="kernel.k" }
