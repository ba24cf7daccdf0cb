; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that cannot find out which work-items form a group runs a row of groups as one, from the
; first work-item of the first group to the last one of the last.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare void @use(i64)

; CHECK-LABEL: define void @cannot(
; CHECK: group:
; CHECK-NOT: phi i64 [ %first,
; CHECK: %[[BEGIN:.*]] = mul nuw nsw i64 %first, %[[SIZE:.*]]
; CHECK: %[[END:.*]] = mul nuw nsw i64 %end, %[[SIZE]]
; CHECK: %[[MOST:.*]] = sub nuw nsw i64 %[[END]], %[[BEGIN]]
; CHECK: %[[LEFT:.*]] = sub nuw nsw i64 %{{.*}}, %[[BEGIN]]
; CHECK: %[[ITEMS:.*]] = call i64 @llvm.umin.i64(i64 %[[MOST]], i64 %[[LEFT]])
; CHECK: icmp eq i64 %{{.*}}, %[[ITEMS]]
; CHECK: attributes
define internal void @a() "lanewise-kernel"="cannot" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  %id = call i64 @lanewise.global_id(i32 0)
  call void @use(i64 %id)
  ret void
}
