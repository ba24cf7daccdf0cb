; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The number of a sub-group is the same for all its lanes, so a branch on it is uniform and so is a loop that counts up to
; it. A smaller part of the id is not.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_linear_id() memory(none)
declare void @lanewise.sub_group.barrier() convergent nomerge nounwind

; CHECK-LABEL: define void @counts(
; CHECK: %[[NUMBER:.*]] = udiv i64 %{{.*}}, 4
; CHECK: %[[SHORT:.*]] = trunc i64 %[[NUMBER]] to i32
; CHECK: %[[MORE:.*]] = icmp ult i32 %i{{[.0-9]*}}, %[[SHORT]]
; CHECK: br i1 %[[MORE]],
; CHECK-NOT: <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: ret void
define void @counts(ptr %a) #0 {
entry:
  call void @lanewise.sub_group.barrier()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %id = call i64 @lanewise.local_linear_id()
  %number = udiv i64 %id, 4
  %short = trunc i64 %number to i32
  %more = icmp ult i32 %i, %short
  br i1 %more, label %body, label %end
body:
  %at = getelementptr i32, ptr %a, i32 %i
  %old = load i32, ptr %at
  %sum = add i32 %old, 1
  store i32 %sum, ptr %at
  %next = add i32 %i, 1
  br label %head
end:
  ret void
}

; CHECK-LABEL: define void @shifted(
; CHECK: %[[NUMBER:.*]] = lshr i32 %{{.*}}, 2
; CHECK: %[[IS:.*]] = icmp eq i32 %[[NUMBER]], 1
; CHECK: br i1 %[[IS]],
; CHECK: ret void
define void @shifted(ptr %a) #1 {
  call void @lanewise.sub_group.barrier()
  %id = call i64 @lanewise.local_linear_id()
  %short = trunc i64 %id to i32
  %number = lshr i32 %short, 2
  %is = icmp eq i32 %number, 1
  br i1 %is, label %yes, label %end
yes:
  store i32 1, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @halves(
; CHECK: udiv <4 x i64> %{{.*}}, <i64 2, i64 2, i64 2, i64 2>
; CHECK: icmp eq <4 x i64>
; CHECK: ret void
define void @halves(ptr %a) #2 {
  call void @lanewise.sub_group.barrier()
  %id = call i64 @lanewise.local_linear_id()
  %half = udiv i64 %id, 2
  %is = icmp eq i64 %half, 1
  br i1 %is, label %yes, label %end
yes:
  store i32 1, ptr %a
  br label %end
end:
  ret void
}
attributes #0 = { "lanewise-kernel"="counts" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
attributes #1 = { "lanewise-kernel"="shifted" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
attributes #2 = { "lanewise-kernel"="halves" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
