; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A pointer that may be in two address spaces, or comes from a parameter, stays generic. The others of
; its function do not.
; RUN: %cc --passes=infer-generic-pointers %s | FileCheck %s
; CHECK-LABEL: define i32 @unknown(
; CHECK: load i32, ptr addrspace(4) %p
; CHECK: load i32, ptr addrspace(4) %q
; CHECK: load i32, ptr addrspace(3) %l
define i32 @unknown(ptr addrspace(3) %l, ptr addrspace(1) %m, ptr addrspace(4) %q, i1 %c) {
  %x = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %y = addrspacecast ptr addrspace(1) %m to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %x, ptr addrspace(4) %y
  %a = load i32, ptr addrspace(4) %p
  %b = load i32, ptr addrspace(4) %q
  %d = load i32, ptr addrspace(4) %x
  %s = add i32 %a, %b
  %t = add i32 %s, %d
  ret i32 %t
}
