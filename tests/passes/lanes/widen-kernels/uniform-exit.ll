; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; All lanes that are left in a divergent loop leave it together where a uniform condition decides: it is
; a branch, not an operation on masks. Lanes that are at other blocks of the loop go on there.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @search(
; CHECK: loop:
; CHECK: %[[MASK:.*]] = phi <4 x i1>
; CHECK: %[[LOSES:.*]] = xor <4 x i1>
; CHECK: %[[STAY:.*]] = select <4 x i1> %[[MASK]], <4 x i1> %[[LOSES]], <4 x i1> zeroinitializer
; CHECK: latch:
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[STAY]])
; CHECK: br i1 %[[ANY]], label %latch.lanes, label %lanes.done
; CHECK: latch.lanes:
; CHECK-NEXT: %next = add nuw nsw i64 %[[I:.*]], 1
; CHECK-NEXT: %end = icmp eq i64 %next, %n
; CHECK-NEXT: br i1 %end, label %latch.then, label %latch.else
; CHECK: latch.then:
; CHECK: br label %lanes.done
; CHECK: latch.else:
; CHECK-NEXT: br label %loop
define void @search(ptr noalias %p, ptr noalias %q, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i64, ptr %p, i64 %id
  %wanted = load i64, ptr %at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %element = getelementptr i64, ptr %q, i64 %i
  %x = load i64, ptr %element
  %found = icmp sge i64 %x, %wanted
  br i1 %found, label %after, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %after, label %loop
after:
  %index = phi i64 [ %i, %loop ], [ -1, %latch ]
  store i64 %index, ptr %at
  ret void
}

; Lanes without `some` go on to the latch.
; CHECK-LABEL: define void @others_go_on(
; CHECK: latch:
; CHECK-NEXT: phi <4 x i1> [ %[[ALL:.*]], %inner.else ], [ %[[OTHERS:.*]], %inner.then ], [ %[[OTHERS]], %inner ]
; CHECK: inner.lanes:
; CHECK: br i1 %last, label %inner.then, label %inner.else
; CHECK: inner.then:
; CHECK-NEXT: select <4 x i1>
; CHECK-NEXT: br label %latch
; CHECK: inner.else:
; CHECK-NEXT: %[[ALL]] = or <4 x i1> %[[OTHERS]],
define void @others_go_on(ptr noalias %p, i64 %n) "lanewise-kernel"="k2" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i64, ptr %p, i64 %id
  %wanted = load i64, ptr %at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %bit = and i64 %wanted, 1
  %some = icmp ne i64 %bit, 0
  br i1 %some, label %inner, label %latch
inner:
  store i64 %i, ptr %at
  %last = icmp eq i64 %i, %n
  br i1 %last, label %after, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %end = icmp uge i64 %next, %wanted
  br i1 %end, label %after, label %loop
after:
  %index = phi i64 [ %i, %inner ], [ -1, %latch ]
  store i64 %index, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
