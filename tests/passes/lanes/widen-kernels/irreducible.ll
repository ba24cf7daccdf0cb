; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A cycle with two entries becomes a loop with one, which lanes leave in different iterations.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: irr.guard:
; CHECK: phi <4 x i1>
; CHECK: br i1 %{{.*}}, label %irr.guard, label %lanes.done
; CHECK: ret void
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %left, label %right
left:
  %l = phi i64 [ 0, %entry ], [ %next, %right ]
  store volatile i32 1, ptr %p
  br label %right
right:
  %i = phi i64 [ 0, %entry ], [ %l, %left ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %left, label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
