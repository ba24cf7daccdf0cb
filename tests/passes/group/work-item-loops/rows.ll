; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; If only x and linear ids are used, one loop runs over the rows of all planes.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.local_linear_id()
declare void @use(i64, i64)

; CHECK-LABEL: define void @k(
; CHECK: %[[SIZE0:.*]] = call i64 @lanewise.local_size(i32 0)
; CHECK: %[[SIZE1:.*]] = call i64 @lanewise.local_size(i32 1)
; CHECK: %[[SIZE2:.*]] = call i64 @lanewise.local_size(i32 2)
; CHECK: %[[ROWS:.*]] = mul nuw nsw i64 %[[SIZE1]], %[[SIZE2]]
; CHECK-NOT: planes:
; CHECK: rows:
; CHECK: %row = phi i64 [ 0, %{{.*}} ], [ %[[NEXTROW:.*]], %row.end ]
; CHECK: item:
; CHECK: %[[X:x[0-9]*]] = phi i64
; CHECK: %{{.*}} = add nuw nsw i64 %row, %[[X]]
; CHECK: %[[L:.*]] = add nuw nsw i64 %row, %[[X]]
; CHECK: call void @use(i64 %{{.*}}, i64 %[[L]])
; CHECK: row.end:
; CHECK: %[[NEXTROW]] = add nuw nsw i64 %row, %[[SIZE0]]
; CHECK: icmp eq i64 %{{.*}}, %[[ROWS]]
; CHECK: ret void
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" {
  %g = call i64 @lanewise.global_id(i32 0)
  %l = call i64 @lanewise.local_linear_id()
  call void @use(i64 %g, i64 %l)
  ret void
}
