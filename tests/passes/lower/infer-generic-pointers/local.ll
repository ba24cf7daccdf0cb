; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A generic pointer made of a pointer to a named address space has that address space again.
; RUN: %cc --passes=infer-generic-pointers %s | FileCheck %s

; CHECK-LABEL: define i32 @load(
; CHECK: load i32, ptr addrspace(3) %l
define i32 @load(ptr addrspace(3) %l) {
  %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %x = load i32, ptr addrspace(4) %g
  ret i32 %x
}

; Address arithmetic between the cast and the access.
; CHECK-LABEL: define void @element(
; CHECK: %[[P:.*]] = getelementptr i32, ptr addrspace(1) %m, i64 %i
; CHECK: store i32 7, ptr addrspace(1) %[[P]]
define void @element(ptr addrspace(1) %m, i64 %i) {
  %g = addrspacecast ptr addrspace(1) %m to ptr addrspace(4)
  %p = getelementptr i32, ptr addrspace(4) %g, i64 %i
  store i32 7, ptr addrspace(4) %p
  ret void
}

; Two pointers to the same address space meet.
; CHECK-LABEL: define i32 @either(
; CHECK: %[[P:.*]] = select i1 %c, ptr addrspace(3) %a, ptr addrspace(3) %b
; CHECK: load i32, ptr addrspace(3) %[[P]]
define i32 @either(ptr addrspace(3) %a, ptr addrspace(3) %b, i1 %c) {
  %x = addrspacecast ptr addrspace(3) %a to ptr addrspace(4)
  %y = addrspacecast ptr addrspace(3) %b to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %x, ptr addrspace(4) %y
  %v = load i32, ptr addrspace(4) %p
  ret i32 %v
}
