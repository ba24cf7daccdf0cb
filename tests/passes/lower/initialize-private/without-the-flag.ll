; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Contexts without the property leave variables as they are.
; RUN: %cc --passes=initialize-private %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NOT: memset
define void @k(ptr %p) {
  %a = alloca i32
  %v = load i32, ptr %a
  store i32 %v, ptr %p
  ret void
}
