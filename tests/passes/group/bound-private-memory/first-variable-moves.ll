; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two variables of a function out of line are too large for the stack, and the smaller one is the first instruction. The
; addresses stood in front of it when it was gone already.
; RUN: %cc --passes=bound-private-memory,pass-item-values %s | %result %s
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  call void @called()
  ret void
}
;= define void @k() "lanewise-arguments" "lanewise-kernel"="k" "lanewise-private-bytes"="22000" "lanewise-spill-fixed-bytes"="22016" {
;=   %1 = call ptr @lanewise.spill_area()
;=   call void @called(ptr %1)
;=   ret void
;= }
define internal void @called() "lanewise-out-of-line" {
  %small = alloca [2500 x i32]
  %large = alloca [3000 x i32]
  store i32 1, ptr %small
  store i32 2, ptr %large
  ret void
}
;= define internal void @called(ptr nocapture %lanewise.spill_area) "lanewise-out-of-line" {
;=   %small1 = getelementptr inbounds i8, ptr %lanewise.spill_area, i64 0
;=   %large2 = getelementptr inbounds i8, ptr %lanewise.spill_area, i64 10000
;=   store i32 1, ptr %small1, align 4
;=   store i32 2, ptr %large2, align 4
;=   ret void
;= }
