; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes along the flattened local id: a work-group of any shape is one row. Its vectors are full but for the
; last one, also where global ids cross a multiple of 2^31.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.live_lanes() memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK-DAG: %[[X:.*]] = call i64 @lanewise.local_size(i32 0)
; CHECK-DAG: %[[Y:.*]] = call i64 @lanewise.local_size(i32 1)
; CHECK-DAG: %[[Z:.*]] = call i64 @lanewise.local_size(i32 2)
; CHECK: %[[ROWS:.*]] = mul nuw nsw i64 %[[Y]], %[[Z]]
; CHECK: %[[ITEMS:.*]] = mul nuw nsw i64 %[[X]], %[[ROWS]]
; CHECK-NOT: lshr
; CHECK: %[[FULL:.*]] = udiv i64 %[[ITEMS]], 4
; CHECK-NOT: select
; CHECK: %[[VECTOR:vector[0-9]*]] = phi i64
; CHECK: mul nuw nsw i64 %[[VECTOR]], 4
; CHECK: %[[LEFT:.*]] = sub i64 %[[ITEMS]], %
; CHECK: @llvm.umin.i64(i64 {{.*}}, i64 %[[LEFT]])
; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"lanewise-observes-groups"="1"
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-flat-lanes" {
  %flat = call i64 @lanewise.local_id(i32 0)
  %live = call i64 @lanewise.live_lanes()
  %at = getelementptr i64, ptr %p, i64 %flat
  store i64 %live, ptr %at
  ret void
}
