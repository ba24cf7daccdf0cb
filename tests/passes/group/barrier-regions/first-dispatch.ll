; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The first region has other entries than the start of the kernel: its head reads the number of the
; re-entry point, which must be that of the start when the group begins.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare void @lanewise.barrier()

; CHECK-LABEL: define void @loop(
; CHECK: entry:
; CHECK: br label %start
; CHECK: [[HEAD:region.head[0-9]*]]: {{.*}} preds =
; CHECK-NEXT: load i32, ptr %next
; CHECK: start:
; CHECK-NEXT: store i32 0, ptr %next
; CHECK-NEXT: br label %[[HEAD]]
define void @loop(ptr %p) "lanewise-kernel"="loop" "lanewise-arguments"="v0" {
entry:
  br label %head
head:
  %n = load i32, ptr %p
  switch i32 %n, label %done [
    i32 1, label %a
    i32 2, label %b
    i32 3, label %c
    i32 4, label %d
  ]
a:
  call void @lanewise.barrier()
  br label %head
b:
  call void @lanewise.barrier()
  br label %head
c:
  call void @lanewise.barrier()
  br label %head
d:
  call void @lanewise.barrier()
  br label %head
done:
  ret void
}
