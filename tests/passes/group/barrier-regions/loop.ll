; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop with two barriers: the back edge is an exit, too, so each piece of code exists once (except
; the two entries for the phis). Ids are recomputed, the counter is stored once, and only the sum is
; in the spill area, in the same place before and after an iteration.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare i64 @lanewise.local_id(i32)
declare i64 @lanewise.global_id(i32)
declare void @lanewise.barrier()

; CHECK-LABEL: define void @loop(
; CHECK-NOT: call void @lanewise.barrier
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: attributes {{.*}} "lanewise-spill-vector-bytes"="4"{{.*}} "lanewise-uses-barrier"="1"
define void @loop(ptr %tile, ptr %out, i32 %n) "lanewise-kernel"="loop" "lanewise-arguments"="l0,v8,v16" {
entry:
  %l = call i64 @lanewise.local_id(i32 0)
  %first = load float, ptr %out
  br label %body
body:
  %i = phi i32 [0, %entry], [%i.next, %body]
  %sum = phi float [%first, %entry], [%sum.next, %body]
  %mine = getelementptr float, ptr %tile, i64 %l
  store float %sum, ptr %mine
  call void @lanewise.barrier()
  %other = xor i64 %l, 1
  %theirs = getelementptr float, ptr %tile, i64 %other
  %y = load float, ptr %theirs
  %sum.next = fadd float %sum, %y
  call void @lanewise.barrier()
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %body, label %done
done:
  %g = call i64 @lanewise.global_id(i32 0)
  %place = getelementptr float, ptr %out, i64 %g
  store float %sum.next, ptr %place
  ret void
}
