; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Branches that the group takes once.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.group_id(i32) memory(none)
declare void @lanewise.barrier()

; The branch controls the barrier and is uniform: it follows the end of a region.
; CHECK-LABEL: define void @taken.once(
; CHECK-NOT: br i1
; CHECK: %[[CHOICE:.*]] = select i1 %c{{[0-9]*}}, i32 2, i32 3
; CHECK-NEXT: store i32 %[[CHOICE]], ptr %next
; CHECK-NOT: br i1
; CHECK: ret void
define void @taken.once(ptr %p) "lanewise-kernel"="taken.once" "lanewise-arguments"="v0" {
  %g = call i64 @lanewise.group_id(i32 0)
  %c = icmp eq i64 %g, 7
  store i8 1, ptr %p
  br i1 %c, label %wait, label %done
wait:
  call void @lanewise.barrier()
  store i8 2, ptr %p
  br label %done
done:
  ret void
}

; No barrier depends on the branch: it remains in its region.
; CHECK-LABEL: define void @no.barrier.depends(
; CHECK: br i1 %c
; CHECK: ret void
define void @no.barrier.depends(ptr %p) "lanewise-kernel"="no.barrier.depends" "lanewise-arguments"="v0" {
  %g = call i64 @lanewise.group_id(i32 0)
  %c = icmp eq i64 %g, 7
  br i1 %c, label %write, label %wait
write:
  store i8 1, ptr %p
  br label %wait
wait:
  call void @lanewise.barrier()
  store i8 2, ptr %p
  ret void
}

; The branch is uniform, but only some work-items reach it: the others reach the barrier without it.
; CHECK-LABEL: define void @some.pass.by(
; CHECK: br i1 %mine
; CHECK: br i1 %c
; CHECK: ret void
define void @some.pass.by(ptr %p) "lanewise-kernel"="some.pass.by" "lanewise-arguments"="v0" {
  %i = call i64 @lanewise.global_id(i32 0)
  %g = call i64 @lanewise.group_id(i32 0)
  %mine = icmp eq i64 %i, 3
  %c = icmp eq i64 %g, 7
  br i1 %mine, label %inside, label %wait
inside:
  store i8 1, ptr %p
  br i1 %c, label %done, label %wait
wait:
  call void @lanewise.barrier()
  store i8 2, ptr %p
  br label %done
done:
  ret void
}

; The branch is uniform, and all work-items come to it before a barrier, but some in another iteration
; of the loop: those that skip it. As an exit it was taken with one of two values of %round.
; CHECK-LABEL: define void @some.skip(
; CHECK: br i1 %skips
; CHECK: br i1 %waits
; CHECK: ret void
define void @some.skip(ptr %p, i64 %n) "lanewise-kernel"="some.skip" "lanewise-arguments"="v0,v8" {
  %i = call i64 @lanewise.global_id(i32 0)
  br label %loop
loop:
  %round = phi i64 [ 0, %0 ], [ %next, %latch ]
  %skips = icmp ult i64 %round, %i
  br i1 %skips, label %latch, label %decide
decide:
  %waits = icmp ugt i64 %round, 2
  br i1 %waits, label %wait, label %latch
wait:
  call void @lanewise.barrier()
  store i8 2, ptr %p
  br label %latch
latch:
  %next = add i64 %round, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The branch is divergent.
; CHECK-LABEL: define void @divergent(
; CHECK: br i1 %mine
; CHECK: ret void
define void @divergent(ptr %p) "lanewise-kernel"="divergent" "lanewise-arguments"="v0" {
  %i = call i64 @lanewise.global_id(i32 0)
  %mine = icmp ult i64 %i, 64
  br i1 %mine, label %wait, label %done
wait:
  call void @lanewise.barrier()
  store i8 2, ptr %p
  br label %done
done:
  ret void
}
