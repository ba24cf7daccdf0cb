; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that is called as a function keeps a separate body for its callers.
; RUN: %cc --passes=lower-functions %s | FileCheck %s

; CHECK: define void @callee(ptr addrspace(1) %p)
; CHECK-NEXT: entry:
; CHECK-NEXT: call void @guest.callee.called(ptr addrspace(1) %p)
define spir_kernel void @callee(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}

; CHECK: define void @caller
; CHECK-NEXT: call void @guest.callee.called
define spir_kernel void @caller(ptr addrspace(1) %p) {
  call spir_kernel void @callee(ptr addrspace(1) %p)
  ret void
}
; CHECK: define internal void @guest.callee.called
; CHECK-NEXT: store i32 1
