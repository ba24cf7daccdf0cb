; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a large program, large functions that would be copied more than once stay functions. Each of these
; calls the next one twice: the last ones are small and inlined, the others are compiled once.
; RUN: %cc --passes=inline-functions %s | %result %s
define void @k(ptr %p) #0 {
  call void @f0(ptr %p)
  ret void
}
;= define void @k(ptr %p) "lanewise-kernel"="kernel.k" {
;=   call void @f1(ptr %p)
;=   call void @f1(ptr %p)
;=   ret void
;= }
define internal void @f0(ptr %p) {
  call void @f1(ptr %p)
  call void @f1(ptr %p)
  ret void
}
;= (gone)
define internal void @f1(ptr %p) {
  call void @f2(ptr %p)
  call void @f2(ptr %p)
  ret void
}
;= define internal void @f1(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f2(ptr %p)
;=   call void @f2(ptr %p)
;=   ret void
;= }
define internal void @f2(ptr %p) {
  call void @f3(ptr %p)
  call void @f3(ptr %p)
  ret void
}
;= define internal void @f2(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f3(ptr %p)
;=   call void @f3(ptr %p)
;=   ret void
;= }
define internal void @f3(ptr %p) {
  call void @f4(ptr %p)
  call void @f4(ptr %p)
  ret void
}
;= define internal void @f3(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f4(ptr %p)
;=   call void @f4(ptr %p)
;=   ret void
;= }
define internal void @f4(ptr %p) {
  call void @f5(ptr %p)
  call void @f5(ptr %p)
  ret void
}
;= define internal void @f4(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f5(ptr %p)
;=   call void @f5(ptr %p)
;=   ret void
;= }
define internal void @f5(ptr %p) {
  call void @f6(ptr %p)
  call void @f6(ptr %p)
  ret void
}
;= define internal void @f5(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f6(ptr %p)
;=   call void @f6(ptr %p)
;=   ret void
;= }
define internal void @f6(ptr %p) {
  call void @f7(ptr %p)
  call void @f7(ptr %p)
  ret void
}
;= define internal void @f6(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f7(ptr %p)
;=   call void @f7(ptr %p)
;=   ret void
;= }
define internal void @f7(ptr %p) {
  call void @f8(ptr %p)
  call void @f8(ptr %p)
  ret void
}
;= define internal void @f7(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f8(ptr %p)
;=   call void @f8(ptr %p)
;=   ret void
;= }
define internal void @f8(ptr %p) {
  call void @f9(ptr %p)
  call void @f9(ptr %p)
  ret void
}
;= define internal void @f8(ptr nocapture %p) "lanewise-out-of-line" {
;=   call void @f9(ptr %p)
;=   call void @f9(ptr %p)
;=   ret void
;= }
define internal void @f9(ptr %p) {
  call void @f10(ptr %p)
  call void @f10(ptr %p)
  ret void
}
;= define internal void @f9(ptr nocapture %p) "lanewise-out-of-line" {
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   store i32 1, ptr %p, align 4
;=   ret void
;= }
define internal void @f10(ptr %p) {
  call void @f11(ptr %p)
  call void @f11(ptr %p)
  ret void
}
;= (gone)
define internal void @f11(ptr %p) {
  call void @f12(ptr %p)
  call void @f12(ptr %p)
  ret void
}
;= (gone)
define internal void @f12(ptr %p) {
  call void @f13(ptr %p)
  call void @f13(ptr %p)
  ret void
}
;= (gone)
define internal void @f13(ptr %p) {
  call void @f14(ptr %p)
  call void @f14(ptr %p)
  ret void
}
;= (gone)
define internal void @f14(ptr %p) {
  call void @f15(ptr %p)
  call void @f15(ptr %p)
  ret void
}
;= (gone)
define internal void @f15(ptr %p) {
  call void @f16(ptr %p)
  call void @f16(ptr %p)
  ret void
}
;= (gone)
define internal void @f16(ptr %p) {
  store i32 1, ptr %p
  ret void
}
;= (gone)
attributes #0 = { "lanewise-kernel"="kernel.k" }
