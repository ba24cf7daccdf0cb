; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A phi of an entry of an irreducible cycle is the condition of a branch to both entries. The
; compiler read it after it had deleted it.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: irr.guard:
; CHECK: %again.{{.*}} = phi <4 x i1>
; CHECK: ret void
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %left, label %right
left:
  br label %right
right:
  %again = phi i1 [ true, %entry ], [ %odd, %left ], [ false, %more ]
  store volatile i32 1, ptr %p
  br label %more
more:
  br i1 %again, label %right, label %left
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
