; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that fills local memory was divergent, although each work-item has as many iterations.
; RUN: %cc --passes=count-iterations %s | FileCheck %s
declare i64 @lanewise.local_id(i32)

; for (i = local id; i < 1024; i += 256), which a work-item always enters.
; CHECK-LABEL: define void @fill(
; CHECK: br i1 true, label %before, label %end
; CHECK-NOT: range
; CHECK: loop:
; CHECK: %iteration = phi i32 [ 0, %before ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[AGAIN:.*]] = icmp ne i32 %iteration, 3
; CHECK-NEXT: %[[NEXT]] = add nuw i32 %iteration, 1
; CHECK-NEXT: br i1 %[[AGAIN]], label %loop, label %behind
define void @fill(ptr %p) "lanewise-kernel"="fill" "lanewise-arguments"="" "lanewise-tier"="kind" "lanewise-local-size"="256,1,1" {
entry:
  %id = call i64 @lanewise.local_id(i32 0)
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
define void @rest(ptr %p) "lanewise-kernel"="rest" "lanewise-arguments"="" "lanewise-tier"="kind" "lanewise-local-size"="256,1,1" {
entry:
  %id = call i64 @lanewise.local_id(i32 0)
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
  %id = call i64 @lanewise.local_id(i32 0)
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

; The size that a kernel requires; a condition in the header; a work-item never enters the second loop.
; CHECK-LABEL: define void @required(
; CHECK: loop:
; CHECK: %iteration = phi i32 [ 0, %entry ], [ %{{.*}}, %body ]
; CHECK: %[[LAST:.*]] = icmp eq i32 %iteration, 4
; CHECK-NEXT: br i1 %[[LAST]], label %end, label %body
; CHECK: br i1 false, label %before, label %done
define void @required(ptr %p) "lanewise-kernel"="required" "lanewise-arguments"="" !reqd_work_group_size !0 {
entry:
  %id = call i64 @lanewise.local_id(i32 1)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %i.next, %body ]
  %ends = icmp uge i64 %i, 32
  br i1 %ends, label %end, label %body
body:
  %at = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %at
  %i.next = add nuw nsw i64 %i, 8
  br label %loop
end:
  %enters = icmp uge i64 %id, 8
  br i1 %enters, label %before, label %done
before:
  br label %second
second:
  %j = phi i64 [ 0, %before ], [ %j.next, %second ]
  %at.j = getelementptr float, ptr %p, i64 %j
  store float 1.0, ptr %at.j
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, %id
  br i1 %again, label %second, label %behind
behind:
  br label %done
done:
  ret void
}

; Two ways out.
; CHECK-LABEL: define void @search(
; CHECK-NOT: %iteration
; CHECK: ret void
define void @search(ptr %p) "lanewise-kernel"="search" "lanewise-arguments"="" "lanewise-tier"="kind" "lanewise-local-size"="256,1,1" {
entry:
  %id = call i64 @lanewise.local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %i.next, %latch ]
  %at = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %at
  %found = icmp eq i32 %value, 7
  br i1 %found, label %end, label %latch
latch:
  %i.next = add nuw nsw i64 %i, 256
  %again = icmp ult i64 %i.next, 1024
  br i1 %again, label %loop, label %end
end:
  ret void
}
!0 = !{i32 16, i32 8, i32 1}
