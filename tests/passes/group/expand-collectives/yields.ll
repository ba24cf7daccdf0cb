; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vectors that yield do not reach a scan in order. Behind a barrier they do.
; RUN: %cc --passes=expand-collectives %s | FileCheck %s
declare i32 @lanewise.work_group.inclusive_scan.add.i32(i32) convergent nounwind willreturn memory(none)
declare void @lanewise.yield()

; CHECK-LABEL: define void @k(
; CHECK: call void @lanewise.yield()
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: store i32 0, ptr %accumulator
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: load i32, ptr %accumulator, align 4, !lanewise.in_order
define void @k(ptr %p, i32 %x) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  call void @lanewise.yield()
  %sum = call i32 @lanewise.work_group.inclusive_scan.add.i32(i32 %x)
  store i32 %sum, ptr %p
  ret void
}
