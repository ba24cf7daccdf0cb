; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions out of line have 8 KiB of stack along the deepest path of calls. A larger variable has one
; place in the spill area, behind those of the functions on the way to it: @last is called from @middle
; and from the kernel. The kernel's own are behind all of them.
; RUN: %cc --passes=bound-private-memory,pass-item-values %s | %result %s
define void @k() #0 {
  %own = alloca [5000 x i32]
  br label %start
start:
  store i32 1, ptr %own
  call void @middle()
  call void @last()
  ret void
}
;= define void @k() "lanewise-arguments" "lanewise-kernel"="k" "lanewise-private-bytes"="40400" "lanewise-spill-fixed-bytes"="32512" {
;=   %1 = call ptr @lanewise.spill_area()
;=   %own1 = getelementptr inbounds i8, ptr %1, i64 12400
;=   br label %start
;= start:
;=   store i32 1, ptr %own1, align 4
;=   %2 = call ptr @lanewise.spill_area()
;=   call void @middle(ptr %2)
;=   %3 = call ptr @lanewise.spill_area()
;=   call void @last(ptr %3)
;=   ret void
;= }
define internal void @middle() #1 {
  %stays = alloca [1000 x i32]
  %moves = alloca [2000 x i32], align 64
  store i32 2, ptr %stays
  store i32 3, ptr %moves
  call void @last()
  ret void
}
;= define internal void @middle(ptr nocapture %lanewise.spill_area) "lanewise-out-of-line" {
;=   %moves1 = getelementptr inbounds i8, ptr %lanewise.spill_area, i64 0
;=   %stays = alloca [1000 x i32], align 4
;=   store i32 2, ptr %stays, align 4
;=   store i32 3, ptr %moves1, align 4
;=   call void @last(ptr %lanewise.spill_area)
;=   ret void
;= }
define internal void @last() #1 {
  %stays = alloca [1000 x i32]
  %moves = alloca [1100 x i32]
  store i32 4, ptr %stays
  store i32 5, ptr %moves
  ret void
}
;= define internal void @last(ptr nocapture %lanewise.spill_area) "lanewise-out-of-line" {
;=   %moves1 = getelementptr inbounds i8, ptr %lanewise.spill_area, i64 8000
;=   %stays = alloca [1000 x i32], align 4
;=   store i32 4, ptr %stays, align 4
;=   store i32 5, ptr %moves1, align 4
;=   ret void
;= }
attributes #0 = { "lanewise-kernel"="k" "lanewise-arguments"="" }
attributes #1 = { "lanewise-out-of-line" }
