; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two kernels have a local variable of a function out of line at different places, so each passes its
; address. It may stand in constants, and in phis.
; RUN: %cc --passes=pass-item-values %s | %result %s
@a = internal addrspace(3) global [4 x i32] undef
@b = internal addrspace(3) global i32 undef
define void @k(ptr %p) #0 {
  call void @f(ptr %p, i1 true)
  ret void
}
;= define void @k(ptr %p) "lanewise-kernel"="kernel.k" {
;=   call void @f(ptr %p, i1 true, ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr))
;=   ret void
;= }
define void @other(ptr %p) #1 {
  call void @f(ptr %p, i1 false)
  ret void
}
;= define void @other(ptr %p) "lanewise-kernel"="kernel.other" {
;=   call void @f(ptr %p, i1 false, ptr addrspacecast (ptr addrspace(3) @a to ptr), ptr addrspacecast (ptr addrspace(3) @b to ptr))
;=   ret void
;= }
define internal void @f(ptr %p, i1 %c) #2 {
  br i1 %c, label %first, label %second
first:
  store i32 7, ptr addrspacecast (ptr addrspace(3) @b to ptr)
  br label %second
second:
  %q = phi ptr [ %p, %0 ], [ getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @a to ptr), i64 4), %first ]
  store i32 8, ptr %q
  ret void
}
;= define internal void @f(ptr nocapture %p, i1 %c, ptr nocapture %a, ptr nocapture %b) "lanewise-out-of-line" {
;=   br i1 %c, label %first, label %second
;= first:
;=   %1 = getelementptr i8, ptr %a, i64 4
;=   store i32 7, ptr %b, align 4
;=   br label %second
;= second:
;=   %q = phi ptr [ %p, %0 ], [ %1, %first ]
;=   store i32 8, ptr %q, align 4
;=   ret void
;= }
attributes #0 = { "lanewise-kernel"="kernel.k" }
attributes #1 = { "lanewise-kernel"="kernel.other" }
attributes #2 = { "lanewise-out-of-line" }
