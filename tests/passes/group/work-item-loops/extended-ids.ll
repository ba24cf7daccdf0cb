; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a loop over full vectors no id crosses a multiple of 2^31: an id as a 32-bit number, extended again for an index, is
; the sum of the extended first id of the row and the local id. Other loops may cross one, with one work-item each.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @use(i64, i64)
declare void @use32(i32)

; CHECK-LABEL: define void @both(
; CHECK: {{^}}row:
; CHECK: %[[LOW:.*]] = trunc i64 %[[BASE:.*]] to i32
; CHECK-DAG: %[[SIGNED:.*]] = sext i32 %{{.*}} to i64
; CHECK-DAG: %[[UNSIGNED:.*]] = zext i32 %{{.*}} to i64
; CHECK: br i1
; CHECK: {{^}}vector:
; CHECK: %[[X:.*]] = phi i64
; CHECK-DAG: %[[Z:.*]] = add nuw nsw i64 %[[UNSIGNED]], %[[X]]
; CHECK-DAG: %[[S:.*]] = add nsw i64 %[[SIGNED]], %[[X]]
; CHECK: %[[NUMBER:.*]] = trunc i64 %[[S]] to i32
; CHECK: call void @use(i64 %[[S]], i64 %[[Z]])
; CHECK: call void @use32(i32 %[[NUMBER]])
; CHECK: {{^}}rest:
; CHECK: %[[ID:.*]] = add nuw nsw i64 %[[BASE]], %
; CHECK: %[[OWN:.*]] = trunc i64 %[[ID]] to i32
; CHECK: sext i32 %[[OWN]] to i64
define void @both() "lanewise-kernel"="both" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %id = call i64 @lanewise.global_id(i32 0)
  %number = trunc i64 %id to i32
  %signed = sext i32 %number to i64
  %unsigned = zext i32 %number to i64
  call void @use(i64 %signed, i64 %unsigned)
  call void @use32(i32 %number)
  ret void
}

; The forms that LLVM's instcombine gives them.
; CHECK-LABEL: define void @combined(
; CHECK: {{^}}row:
; CHECK-DAG: %[[SIGNED:.*]] = sext i32 %{{.*}} to i64
; CHECK-DAG: %[[UNSIGNED:.*]] = zext i32 %{{.*}} to i64
; CHECK: br i1
; CHECK: {{^}}vector:
; CHECK: %[[X:.*]] = phi i64
; CHECK-DAG: %[[Z:.*]] = add nuw nsw i64 %[[UNSIGNED]], %[[X]]
; CHECK-DAG: %[[S:.*]] = add nsw i64 %[[SIGNED]], %[[X]]
; CHECK: call void @use(i64 %[[S]], i64 %[[Z]])
define void @combined() "lanewise-kernel"="combined" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %id = call i64 @lanewise.global_id(i32 0)
  %high = shl i64 %id, 32
  %signed = ashr exact i64 %high, 32
  %unsigned = and i64 %id, 4294967295
  call void @use(i64 %signed, i64 %unsigned)
  ret void
}

; Neither other bits nor other dimensions.
; CHECK-LABEL: define void @others(
; CHECK: {{^}}vector:
; CHECK: shl i64 %{{.*}}, 31
; CHECK: %[[Y:.*]] = trunc i64 %{{.*}} to i32
; CHECK-NEXT: sext i32 %[[Y]] to i64
define void @others() "lanewise-kernel"="others" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %id = call i64 @lanewise.global_id(i32 0)
  %high = shl i64 %id, 31
  %part = ashr i64 %high, 31
  %y = call i64 @lanewise.global_id(i32 1)
  %number = trunc i64 %y to i32
  %signed = sext i32 %number to i64
  call void @use(i64 %part, i64 %signed)
  ret void
}
