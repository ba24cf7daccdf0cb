; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A row is a loop over the vectors that are full and one over the rest, each with its copy of the code.
; In a row whose global ids cross a multiple of 2^31 each vector has one work-item.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.local_linear_id()
declare i64 @lanewise.live_lanes()
declare void @use(i64, i64, i64)

; CHECK-LABEL: define void @k(
; CHECK: %[[BASE:.*]] = call i64 @lanewise.group_base(i32 0)
; CHECK: %[[SIZE:.*]] = call i64 @lanewise.local_size(i32 0)
; CHECK: %[[COUNT:.*]] = sub i64 %[[SIZE]], 1
; CHECK: %[[LAST:.*]] = add i64 %[[BASE]], %[[COUNT]]
; CHECK-DAG: %[[LOW:.*]] = lshr i64 %[[BASE]], 31
; CHECK-DAG: %[[HIGH:.*]] = lshr i64 %[[LAST]], 31
; CHECK: %[[CROSSES:.*]] = icmp ne i64 %[[LOW]], %[[HIGH]]
; CHECK: %[[WHOLE:.*]] = udiv i64 %[[SIZE]], 4
; CHECK: %[[MORE:.*]] = add nuw nsw i64 %[[SIZE]], 3
; CHECK: %[[ALL:.*]] = udiv i64 %[[MORE]], 4
; CHECK: %[[FULL:.*]] = select i1 %[[CROSSES]], i64 0, i64 %[[WHOLE]]
; CHECK: %[[TOTAL:.*]] = select i1 %[[CROSSES]], i64 %[[SIZE]], i64 %[[ALL]]
; CHECK: %[[STEP:.*]] = select i1 %[[CROSSES]], i64 1, i64 4
; CHECK: row:
; CHECK: %[[NONE:.*]] = icmp eq i64 %[[FULL]], 0
; CHECK: br i1 %[[NONE]], label %rest, label %vector
; CHECK: vector:
; CHECK: %[[V:.*]] = phi i64 [ 0, %row ]
; CHECK: %[[X:.*]] = mul nuw nsw i64 %[[V]], 4
; CHECK: call void @use(i64 %{{.*}}, i64 %{{.*}}, i64 4)
; CHECK: vector.end:
; CHECK: icmp eq i64 %{{.*}}, %[[FULL]]
; CHECK: rest:
; CHECK: %[[DONE:.*]] = icmp eq i64 %[[FULL]], %[[TOTAL]]
; CHECK: br i1 %[[DONE]], label %row.end, label
; CHECK: %[[R:.*]] = phi i64 [ %[[FULL]], %rest ]
; CHECK: %[[Y:.*]] = mul nuw nsw i64 %[[R]], %[[STEP]]
; CHECK: %[[LEFT:.*]] = sub i64 %[[SIZE]], %[[Y]]
; CHECK: %[[LIVE:.*]] = call i64 @llvm.umin.i64(i64 %[[STEP]], i64 %[[LEFT]])
; CHECK: %[[G:.*]] = add nuw nsw i64 %[[BASE]], %[[Y]]
; CHECK: %[[L:.*]] = add nuw nsw i64 %{{.*}}, %[[Y]]
; CHECK: call void @use(i64 %[[G]], i64 %[[L]], i64 %[[LIVE]])
; CHECK: icmp eq i64 %{{.*}}, %[[TOTAL]]
; CHECK: br i1 {{.*}}, !llvm.loop
; CHECK: row.end:
; CHECK-NOT: live_lanes()
; CHECK: }
define void @k() "lanewise-kernel"="k" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %g = call i64 @lanewise.global_id(i32 0)
  %l = call i64 @lanewise.local_linear_id()
  %n = call i64 @lanewise.live_lanes()
  call void @use(i64 %g, i64 %l, i64 %n)
  ret void
}
