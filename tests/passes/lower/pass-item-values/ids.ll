; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line gets ids as parameters, one for each call and dimension, through functions in
; between. An id that is read but not used is none of them.
; RUN: %cc --passes=pass-item-values %s | %result %s
define void @k(ptr %p) #0 {
  %x = call i64 @f(ptr %p)
  store i64 %x, ptr %p
  ret void
}
;= define void @k(ptr %p) "lanewise-kernel"="kernel.k" {
;=   %1 = call i64 @lanewise.group_id(i32 1)
;=   %2 = call i64 @lanewise.global_id(i32 0)
;=   %3 = call i64 @lanewise.global_id(i32 2)
;=   %x = call i64 @f(ptr %p, i64 %1, i64 %2, i64 %3)
;=   store i64 %x, ptr %p, align 4
;=   ret void
;= }
define internal i64 @f(ptr nocapture %p) #1 {
  %group = call i64 @lanewise.group_id(i32 1)
  store i64 %group, ptr %p
  %y = call i64 @g(i64 3)
  ret i64 %y
}
;= define internal i64 @f(ptr nocapture %p, i64 %lanewise.group_id, i64 %lanewise.global_id, i64 %lanewise.global_id1) "lanewise-out-of-line" {
;=   store i64 %lanewise.group_id, ptr %p, align 4
;=   %y = call i64 @g(i64 3, i64 %lanewise.global_id, i64 %lanewise.global_id1)
;=   ret i64 %y
;= }
define internal i64 @g(i64 %x) #1 {
  %id = call i64 @lanewise.global_id(i32 0)
  %unused = call i64 @lanewise.group_id(i32 0)
  %vector = insertelement <3 x i64> undef, i64 %unused, i32 0
  %again = call i64 @lanewise.global_id(i32 0)
  %other = call i64 @lanewise.global_id(i32 2)
  %sum = add i64 %id, %again
  %all = add i64 %sum, %other
  %result = add i64 %all, %x
  ret i64 %result
}
;= define internal i64 @g(i64 %x, i64 %lanewise.global_id, i64 %lanewise.global_id1) "lanewise-out-of-line" {
;=   %sum = add i64 %lanewise.global_id, %lanewise.global_id
;=   %all = add i64 %sum, %lanewise.global_id1
;=   %result = add i64 %all, %x
;=   ret i64 %result
;= }
declare i64 @lanewise.group_id(i32) #2
declare i64 @lanewise.global_id(i32) #2
attributes #0 = { "lanewise-kernel"="kernel.k" }
attributes #1 = { "lanewise-out-of-line" }
attributes #2 = { nounwind speculatable willreturn memory(none) }
