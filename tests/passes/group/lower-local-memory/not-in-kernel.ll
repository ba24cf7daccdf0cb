; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function that was not inlined has no place for its local variable.
; RUN: not %cc --passes=lower-local-memory %s 2>&1 | FileCheck %s
; CHECK: unsupported: local variable 'x' in a function that is no kernel, in function 'f', used in kernel 'k'
@x = internal addrspace(3) global i32 undef

define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  call void @f()
  ret void
}

define internal void @f() {
  store i32 1, ptr addrspacecast (ptr addrspace(3) @x to ptr)
  ret void
}
