; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a kernel with yields each work-item continues at a re-entry point of its own, round by round. A barrier is
; released in a round that follows one without yields.
; RUN: %cc --passes=barrier-regions %s | %result %s
declare void @lanewise.barrier()
declare void @lanewise.yield()
declare i64 @lanewise.local_id(i32) memory(none)

define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p unordered, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %again
again:
  call void @lanewise.yield()
  br label %loop
end:
  call void @lanewise.barrier()
  %id = call i64 @lanewise.local_id(i32 0)
  store i64 %id, ptr %p
  ret void
}
;= define void @k(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="k" "lanewise-observes-groups"="1" "lanewise-spill-vector-bytes"="4" "lanewise-uses-barrier"="1" {
;= entry:
;=   %begun = alloca i1, align 1, !lanewise.group_variable !0
;=   %released = alloca i1, align 1, !lanewise.group_variable !0
;=   %yielded = alloca i1, align 1, !lanewise.group_variable !0
;=   %waiting = alloca i1, align 1, !lanewise.group_variable !0
;=   br label %start
;= region.head:
;=   %0 = load i1, ptr %begun, align 1
;=   %1 = load i1, ptr %released, align 1
;=   store i1 false, ptr %yielded, align 1
;=   store i1 false, ptr %waiting, align 1
;=   br label %region.begin
;= region.begin:
;=   call void @lanewise.region_begin()
;=   %2 = call ptr @lanewise.item_spill()
;=   %3 = getelementptr inbounds i8, ptr %2, i64 0
;=   %4 = load i32, ptr %3, align 4, !alias.scope !1
;=   %5 = select i1 %0, i32 %4, i32 0
;=   switch i32 %5, label %restore [
;=     i32 -1, label %region.end
;=     i32 1, label %restore11
;=     i32 2, label %restore12
;=   ]
;= entry.split2:
;=   br label %loop3
;= loop3:
;=   %x8 = load atomic i32, ptr %p unordered, align 4, !noalias !1
;=   %done9 = icmp eq i32 %x8, 1
;=   br i1 %done9, label %end6, label %again4
;= again4:
;=   %6 = getelementptr inbounds i8, ptr %2, i64 0
;=   store i32 1, ptr %6, align 4, !alias.scope !1
;=   store i1 true, ptr %yielded, align 1
;=   br label %region.end
;= reentry5:
;=   br label %loop3
;= end6:
;=   %7 = getelementptr inbounds i8, ptr %2, i64 0
;=   store i32 2, ptr %7, align 4, !alias.scope !1
;=   store i1 true, ptr %waiting, align 1
;=   br label %region.end
;= reentry17:
;=   %id10 = call i64 @lanewise.local_id(i32 0)
;=   store i64 %id10, ptr %p, align 4, !noalias !1
;=   %8 = getelementptr inbounds i8, ptr %2, i64 0
;=   store i32 -1, ptr %8, align 4, !alias.scope !1
;=   br label %region.end
;= region.end:
;=   call void @lanewise.region_end()
;=   %9 = load i1, ptr %yielded, align 1
;=   %10 = load i1, ptr %waiting, align 1
;=   %11 = xor i1 %9, true
;=   store i1 %11, ptr %released, align 1
;=   store i1 true, ptr %begun, align 1
;=   %12 = or i1 %9, %10
;=   br i1 %12, label %region.head, label %ended
;= restore:
;=   br label %entry.split2
;= restore11:
;=   br label %reentry5
;= restore12:
;=   br i1 %1, label %released13, label %waits
;= waits:
;=   store i1 true, ptr %waiting, align 1
;=   br label %region.end
;= released13:
;=   br label %reentry17
;= ended:
;=   ret void
;= start:
;=   store i1 false, ptr %begun, align 1
;=   store i1 false, ptr %released, align 1
;=   br label %region.head
;= }
