; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Others may still be at the barrier of the last iteration, so all wait before it is initialized again.
; RUN: %cc --passes=lower-named-barriers %s | FileCheck %s
; CHECK: loop:
; CHECK-NEXT: %i = phi
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: store i32 %i
; CHECK: call void @lanewise.barrier()
define void @k(i32 %n) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call ptr addrspace(3) @lanewise_named_barrier_initialize(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare ptr addrspace(3) @lanewise_named_barrier_initialize(i32) convergent
