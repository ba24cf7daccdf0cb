; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line copies the aggregate that it gets by value: the caller's variable may be less
; aligned than the copy.
; RUN: %cc --passes=inline-functions %s | %result %s
%pair = type { i32, i32 }
define void @k(ptr %p) #0 {
  call void @f(ptr byval(%pair) align 16 %p)
  ret void
}
;= define void @k(ptr %p) "lanewise-kernel"="kernel.k" {
;=   call void @f(ptr %p)
;=   ret void
;= }
define internal void @f(ptr byval(%pair) align 16 %pair) {
  store i32 7, ptr %pair
  ret void
}
;= define internal void @f(ptr nocapture %pair) "lanewise-out-of-line" {
;=   %1 = alloca %pair, align 16
;=   call void @llvm.memcpy.p0.p0.i64(ptr align 16 %1, ptr align 1 %pair, i64 8, i1 false)
;=   store i32 7, ptr %1, align 4
;=   ret void
;= }
attributes #0 = { "lanewise-kernel"="kernel.k" }
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-least-out-of-line", i32 1}
