; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that fills local memory was divergent, although each work-item has as many iterations.
; RUN: %cc --passes=count-iterations %s | FileCheck %s
declare i64 @lanewise.local_id(i32)

; for (i = local id; i < 1024; i += 256), which a work-item always enters.
; CHECK-LABEL: define void @fill(
; CHECK: br i1 true, label %before, label %end
; CHECK: loop:
; CHECK: %iteration = phi i32 [ 0, %before ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[AGAIN:.*]] = icmp ne i32 %iteration, 3
; CHECK-NEXT: %[[NEXT]] = add nuw i32 %iteration, 1
; CHECK-NEXT: br i1 %[[AGAIN]], label %loop, label %behind
define void @fill(ptr %p) "lanewise-kernel"="fill" "lanewise-arguments"="" "lanewise-launch-kind" "lanewise-local-size"="256,1,1" {
entry:
  %id = call range(i64 0, 256) i64 @lanewise.local_id(i32 0)
  %enters = icmp ult i64 %id, 1024
  br i1 %enters, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %i.next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %at
  %i.next = add nuw nsw i64 %i, 256
  %again = icmp ult i64 %i.next, 1024
  br i1 %again, label %loop, label %behind
behind:
  br label %end
end:
  ret void
}

; 1,000 elements: some work-items have an iteration more.
; CHECK-LABEL: define void @rest(
; CHECK: br i1 true, label %before, label %end
; CHECK-NOT: %iteration
; CHECK: icmp ult i64 %i.next, 1000
define void @rest(ptr %p) "lanewise-kernel"="rest" "lanewise-arguments"="" "lanewise-launch-kind" "lanewise-local-size"="256,1,1" {
entry:
  %id = call range(i64 0, 256) i64 @lanewise.local_id(i32 0)
  %enters = icmp ult i64 %id, 1000
  br i1 %enters, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ %id, %before ], [ %i.next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %at
  %i.next = add nuw nsw i64 %i, 256
  %again = icmp ult i64 %i.next, 1000
  br i1 %again, label %loop, label %behind
behind:
  br label %end
end:
  ret void
}

; Groups of any size.
; CHECK-LABEL: define void @unknown(
; CHECK-NOT: %iteration
; CHECK: ret void
define void @unknown(ptr %p) "lanewise-kernel"="unknown" "lanewise-arguments"="" {
entry:
  %id = call range(i64 0, 256) i64 @lanewise.local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %i.next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %at
  %i.next = add nuw nsw i64 %i, 256
  %again = icmp ult i64 %i.next, 1024
  br i1 %again, label %loop, label %end
end:
  ret void
}
