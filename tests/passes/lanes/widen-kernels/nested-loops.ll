; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that is divergent makes no loop around it divergent, if all lanes come to the end of its body.
; The inner loop begins each time with all lanes.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: outer:
; CHECK: phi i64
; CHECK: inner:
; CHECK: %[[MASK:.*]] = phi <4 x i1> [ %[[AGAIN:.*]], %inner ], [ %live, %outer ]
; CHECK: %[[AGAIN]] = select <4 x i1> %[[MASK]], <4 x i1>
; CHECK: br i1 %{{.*}}, label %inner, label %lanes.done
; CHECK: %i.more = icmp ult i64 %i.next, %n
; CHECK: br i1 %i.more, label
define void @k(ptr %p, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %sum = add i64 %i, %j
  store i64 %sum, ptr %p
  %j.next = add i64 %j, 1
  %j.more = icmp ult i64 %j.next, %id
  br i1 %j.more, label %inner, label %outer.end
outer.end:
  %i.next = add i64 %i, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %outer, label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
