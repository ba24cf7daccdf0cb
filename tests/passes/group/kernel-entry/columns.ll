; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The host knows nothing of x and y being exchanged: its row of work-groups lies along y of the code, and its sizes
; are exchanged.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
declare i64 @lanewise.group_id(i32)
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.global_size(i32)
declare void @use(i64, i64, i64, i64, i64)

; CHECK-LABEL: define void @symbol(
; CHECK: %[[SIZE_X_AT:.*]] = getelementptr inbounds i8, ptr %launch, i64 0
; CHECK: %[[SIZE_X:.*]] = load i64, ptr %[[SIZE_X_AT]]
; CHECK: %[[SIZE_Y_AT:.*]] = getelementptr inbounds i8, ptr %launch, i64 8
; CHECK: %[[SIZE_Y:.*]] = load i64, ptr %[[SIZE_Y_AT]]
; CHECK: %[[FIRST:.*]] = mul nuw nsw i64 %y, 64
; CHECK: %[[BASE:.*]] = add nuw nsw i64 %[[FIRST]], %
; CHECK: group:
; CHECK: %x = phi i64 [ %first,
; CHECK: %[[ID:.*]] = add nuw nsw i64 %[[BASE]], %
; CHECK: call void @use(i64 %x, i64 %y, i64 %[[SIZE_X]], i64 %[[SIZE_Y]], i64 %[[ID]])
define void @kernel() "lanewise-kernel"="symbol" "lanewise-arguments"="" "lanewise-tier"="kind"
    "lanewise-local-size"="64,1,1" "lanewise-column-dimension"="1" {
  %x = call i64 @lanewise.group_id(i32 1)
  %y = call i64 @lanewise.group_id(i32 0)
  %size.x = call i64 @lanewise.global_size(i32 1)
  %size.y = call i64 @lanewise.global_size(i32 0)
  %id = call i64 @lanewise.global_id(i32 0)
  call void @use(i64 %x, i64 %y, i64 %size.x, i64 %size.y, i64 %id)
  ret void
}
