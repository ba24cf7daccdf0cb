; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that never returns is valid.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32)
; CHECK-LABEL: define void @k(
; CHECK-NOT: lanewise.local_id
; CHECK: store volatile i64 0
; CHECK-NOT: ret
; CHECK: }
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %l = call i64 @lanewise.local_id(i32 0)
  store volatile i64 %l, ptr %p
  br label %loop
}
