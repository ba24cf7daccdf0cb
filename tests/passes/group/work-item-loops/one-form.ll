; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; If full vectors have no code of their own, a row is one loop over all its vectors.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.live_lanes()
declare void @use(i64, i64)

; CHECK-LABEL: define void @k(
; CHECK: %[[SIZE:.*]] = call i64 @lanewise.local_size(i32 0)
; CHECK: %[[TOTAL:.*]] = select i1 %[[CROSSES:.*]], i64 %[[SIZE]], i64 %{{.*}}
; CHECK: %[[STEP:.*]] = select i1 %[[CROSSES]], i64 1, i64 4
; CHECK: row:
; CHECK: br label %[[VECTOR:vector[0-9]*]]
; CHECK: [[VECTOR]]:
; CHECK: %[[V:.*]] = phi i64 [ 0, %row ]
; CHECK: %[[X:.*]] = mul nuw nsw i64 %[[V]], %[[STEP]]
; CHECK: %[[LEFT:.*]] = sub i64 %[[SIZE]], %[[X]]
; CHECK: %[[LIVE:.*]] = call i64 @llvm.umin.i64(i64 %[[STEP]], i64 %[[LEFT]])
; CHECK: call void @use(i64 %{{.*}}, i64 %[[LIVE]])
; CHECK-NOT: call void @use
; CHECK: icmp eq i64 %{{.*}}, %[[TOTAL]]
; CHECK: row.end:
; CHECK: }
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-lanes"="4" "lanewise-one-form" {
  %g = call i64 @lanewise.global_id(i32 0)
  %n = call i64 @lanewise.live_lanes()
  call void @use(i64 %g, i64 %n)
  ret void
}
