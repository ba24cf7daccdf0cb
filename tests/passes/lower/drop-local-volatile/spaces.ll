; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Volatile accesses of local memory become plain ones, those of other memory stay.
; RUN: %cc --passes=drop-local-volatile %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NEXT: %a = load i32, ptr addrspace(3) %l
; CHECK-NEXT: store i32 %a, ptr addrspace(3) %l
; CHECK-NEXT: %b = load volatile i32, ptr addrspace(1) %g
; CHECK-NEXT: store volatile i32 %b, ptr addrspace(1) %g
; CHECK-NEXT: %c = load volatile i32, ptr addrspace(4) %any
; CHECK-NEXT: store volatile i32 %c, ptr %p
define void @k(ptr addrspace(3) %l, ptr addrspace(1) %g, ptr addrspace(4) %any, ptr %p) {
  %a = load volatile i32, ptr addrspace(3) %l, align 4
  store volatile i32 %a, ptr addrspace(3) %l, align 4
  %b = load volatile i32, ptr addrspace(1) %g, align 4
  store volatile i32 %b, ptr addrspace(1) %g, align 4
  %c = load volatile i32, ptr addrspace(4) %any, align 4
  store volatile i32 %c, ptr %p, align 4
  ret void
}
