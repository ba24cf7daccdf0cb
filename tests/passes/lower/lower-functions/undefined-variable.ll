; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %cc --passes=lower-functions %s 2>&1 | FileCheck %s
; CHECK: unsupported: variable 'elsewhere' is declared but not defined
@elsewhere = external addrspace(1) global i32
define spir_kernel void @k() {
  store i32 1, ptr addrspace(1) @elsewhere
  ret void
}
