; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One function per kernel remains.
; RUN: %cc --passes=inline-functions %s | FileCheck %s
; CHECK: define void @k
; CHECK-NOT: call
; CHECK: store i32 7
; CHECK: store i32 7
; CHECK-NOT: define
define void @k(ptr %p) #0 {
  call void @middle(ptr %p)
  ret void
}
define internal void @middle(ptr %p) {
  call void @last(ptr %p)
  call void @last(ptr %p)
  ret void
}
define internal void @last(ptr %p) {
  store i32 7, ptr %p
  ret void
}
define internal void @unused(ptr %p) {
  ret void
}
attributes #0 = { "lanewise-kernel"="kernel.k" }
