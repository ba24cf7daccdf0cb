; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A store to memory of a work-group goes if nothing reads it before the group ends.
; RUN: %cc --passes=drop-group-stores %s | FileCheck %s
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare void @other(ptr)

; The next group writes before it reads, or what it reads is undefined.
; CHECK-LABEL: define void @unread(
; CHECK: load <4 x i32>, ptr %local
; CHECK-NOT: store
; CHECK: br i1
define void @unread(ptr %worker, <4 x i32> %a, i64 %end) {
  %local = load ptr, ptr %worker, !lanewise.group_memory !0
  br label %group
group:
  %x = phi i64 [ 0, %0 ], [ %next, %group ]
  %before = load <4 x i32>, ptr %local
  store <4 x i32> %a, ptr %local
  %behind = getelementptr i8, ptr %local, i64 32
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %a, ptr %behind, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  %next = add i64 %x, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %exit, label %group, !llvm.loop !1
exit:
  ret void
}

; A later load needs a part of the second store. The third one is overwritten.
; CHECK-LABEL: define void @read(
; CHECK-NOT: store <4 x i32> %a
; CHECK: store <4 x i32> %b
; CHECK-NOT: store <4 x i32> %c
; CHECK: store i32 %{{.*}}, ptr %out
; CHECK: ret void
define void @read(ptr %worker, ptr noalias %out, <4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i1 %is) {
  %local = load ptr, ptr %worker, !lanewise.group_memory !0
  br label %group
group:
  %x = phi i64 [ 0, %0 ], [ %next, %last ]
  store <4 x i32> %a, ptr %local
  %second = getelementptr i8, ptr %local, i64 16
  store <4 x i32> %b, ptr %second
  br i1 %is, label %reads, label %last
reads:
  %third = getelementptr i8, ptr %local, i64 64
  store <4 x i32> %c, ptr %third
  %at = getelementptr i8, ptr %local, i64 28
  %value = load i32, ptr %at
  store i32 %value, ptr %out
  br label %last
last:
  %next = add i64 %x, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %group, !llvm.loop !3
exit:
  ret void
}

; What is no memory of the group, calls that may read it, and addresses that change within the group.
; CHECK-LABEL: define void @stays(
; CHECK: store <4 x i32> %a, ptr %out
; CHECK: store <4 x i32> %a, ptr %local
; CHECK: call void @other(
; CHECK: store i32 1, ptr %at
; CHECK: load i32, ptr %at.before
define void @stays(ptr %worker, ptr %out, <4 x i32> %a) {
  %local = load ptr, ptr %worker, !lanewise.group_memory !0
  br label %group
group:
  %x = phi i64 [ 0, %0 ], [ %next, %last ]
  store <4 x i32> %a, ptr %out
  store <4 x i32> %a, ptr %local
  call void @other(ptr %local)
  br label %vectors
vectors:
  %i = phi i64 [ 0, %group ], [ %i.next, %vectors ]
  %at = getelementptr i32, ptr %local, i64 %i
  store i32 1, ptr %at
  %at.before = getelementptr i8, ptr %at, i64 -4
  %before = load i32, ptr %at.before
  %i.next = add i64 %i, 1
  %i.done = icmp eq i64 %i.next, 10
  br i1 %i.done, label %last, label %vectors
last:
  %next = add i64 %x, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %group, !llvm.loop !4
exit:
  ret void
}

; Another base in the same memory may be anywhere in it.
; CHECK-LABEL: define void @bases(
; CHECK: store i32 1, ptr %first
; CHECK-NOT: store i32 2
; CHECK: ret void
define void @bases(ptr %worker, ptr noalias %out, i64 %n) {
  %local = load ptr, ptr %worker, !lanewise.group_memory !0
  br label %group
group:
  %x = phi i64 [ 0, %0 ], [ %next, %group ]
  %first = getelementptr i8, ptr %local, i64 %n
  store i32 1, ptr %first
  %value = load i32, ptr %local
  store i32 %value, ptr %out
  store i32 2, ptr %first
  %next = add i64 %x, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %group, !llvm.loop !5
exit:
  ret void
}

; Without the loop over work-groups nobody knows where they end.
; CHECK-LABEL: define void @unmarked(
; CHECK: store i32 1
define void @unmarked(ptr %worker) {
  %local = load ptr, ptr %worker, !lanewise.group_memory !0
  store i32 1, ptr %local
  ret void
}
!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"lanewise.group_loop"}
!3 = distinct !{!3, !2}
!4 = distinct !{!4, !2}
!5 = distinct !{!5, !2}
