; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Three loops, x innermost; ids are the counters and values computed from them.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32)
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.local_linear_id()
declare i64 @lanewise.group_id(i32)
declare void @use(i64, i64, i64, i64)

; CHECK-LABEL: define void @k(
; CHECK: %[[BASE:.*]] = call i64 @lanewise.group_base(i32 0)
; CHECK: %[[SIZE0:.*]] = call i64 @lanewise.local_size(i32 0)
; CHECK: %[[SIZE2:.*]] = call i64 @lanewise.local_size(i32 2)
; CHECK: planes:
; CHECK: %z = phi i64
; CHECK: rows:
; CHECK: %row = phi i64
; CHECK: %[[Y:y[0-9]*]] = phi i64
; CHECK: item:
; CHECK: %[[X:x[0-9]*]] = phi i64
; CHECK: %[[G:.*]] = add nuw nsw i64 %[[BASE]], %[[X]]
; CHECK: %[[L:.*]] = add nuw nsw i64 %row, %[[X]]
; CHECK: %group = call i64 @lanewise.group_id(i32 0)
; CHECK: call void @use(i64 %[[G]], i64 %[[Y]], i64 %[[L]], i64 %group)
; CHECK: item.end:
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %[[X]], 1
; CHECK: icmp eq i64 %[[NEXT]], %[[SIZE0]]
; CHECK: row.end:
; CHECK: plane.end:
; CHECK: icmp eq i64 %{{.*}}, %[[SIZE2]]
; CHECK: ret void
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  %g = call i64 @lanewise.global_id(i32 0)
  %id.y = call i64 @lanewise.local_id(i32 1)
  %l = call i64 @lanewise.local_linear_id()
  %group = call i64 @lanewise.group_id(i32 0)
  call void @use(i64 %g, i64 %id.y, i64 %l, i64 %group)
  ret void
}
