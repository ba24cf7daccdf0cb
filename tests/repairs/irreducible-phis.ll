; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An entry of an irreducible cycle branches to itself. The value of that iteration was lost, and the
; entry got that of the one before; or the compiler crashed.
; RUN: %cc --passes=prepare-lanes,widen-kernels %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: irr.guard:
; CHECK: %[[NEXT:.*]] = add <4 x i32> %i.{{.*}}, <i32 5, i32 5, i32 5, i32 5>
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> %[[NEXT]], <4 x i32> poison
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %n = trunc i64 %id to i32
  %odd = trunc i64 %id to i1
  br i1 %odd, label %left, label %right
left:
  %l = phi i32 [ 0, %entry ], [ %next, %more ]
  store volatile i32 %l, ptr %p
  br label %right
right:
  %i = phi i32 [ 0, %entry ], [ %l, %left ], [ %next, %right ]
  %next = add i32 %i, 5
  %again = icmp ult i32 %next, %n
  br i1 %again, label %right, label %more
more:
  %twice = icmp ult i32 %next, 100
  br i1 %twice, label %left, label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
