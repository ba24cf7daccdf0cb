; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a loop the group resets the variable between two barriers in front.
; RUN: %cc --passes=expand-collectives %s | FileCheck %s
declare i32 @lanewise.work_group.inclusive_scan.mul.i32(i32) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK: call void @lanewise.barrier()
; CHECK-NEXT: store i32 1, ptr %accumulator, align 4{{$}}
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: load i32, ptr %accumulator, align 4, !lanewise.in_order
; CHECK-NOT: barrier
; CHECK: br i1
define void @k(ptr %p, i32 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %x = phi i32 [ %n, %0 ], [ %product, %loop ]
  %product = call i32 @lanewise.work_group.inclusive_scan.mul.i32(i32 %x)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %product, ptr %p
  ret void
}
