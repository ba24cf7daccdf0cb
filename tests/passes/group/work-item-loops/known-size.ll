; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A group of known size has as many vectors as that makes: no loop for a single row, none for the rest
; of a row without rest, and no test of large ids or large objects. Loops over vectors are unrolled.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32)
declare i64 @lanewise.live_lanes()
declare i1 @lanewise.assumes_small_memory()
declare void @use(i64, i64, i1)

; CHECK-LABEL: define void @whole(
; CHECK-NOT: local_size
; CHECK-NOT: has_small_memory
; CHECK: br i1 false, label %rest, label %vector
; CHECK: %[[X:.*]] = phi i64 [ 0, %row ]
; CHECK: call void @use(i64 %[[X]], i64 16, i1 true)
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %[[X]], 16
; CHECK: %[[LAST:.*]] = icmp eq i64 %[[NEXT]], 64
; CHECK-NEXT: br i1 %[[LAST]], label %rest, label %vector, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: rest:
; CHECK-NEXT: br i1 true, label %row.end, label
; CHECK-NOT: %y = phi
; CHECK: }
define void @whole() "lanewise-kernel"="whole" "lanewise-arguments"="" "lanewise-lanes"="16"
    "lanewise-tier"="kind" "lanewise-local-size"="64,1,1" {
  %x = call i64 @lanewise.local_id(i32 0)
  %live = call i64 @lanewise.live_lanes()
  %small = call i1 @lanewise.assumes_small_memory()
  call void @use(i64 %x, i64 %live, i1 %small)
  ret void
}

; The fifth vector has six work-items.
; CHECK-LABEL: define void @part(
; CHECK: call void @use(i64 %{{.*}}, i64 16, i1 true)
; CHECK: icmp eq i64 %{{.*}}, 64
; CHECK: %[[LEFT:.*]] = sub i64 70, %{{.*}}
; CHECK: call i64 @llvm.umin.i64(i64 16, i64 %[[LEFT]])
; CHECK: call void @use(i64 %{{.*}}, i64 %{{.*}}, i1 false)
define void @part() "lanewise-kernel"="part" "lanewise-arguments"="" "lanewise-lanes"="16"
    "lanewise-tier"="kind" "lanewise-local-size"="70,1,1" {
  %x = call i64 @lanewise.local_id(i32 0)
  %live = call i64 @lanewise.live_lanes()
  %small = call i1 @lanewise.assumes_small_memory()
  call void @use(i64 %x, i64 %live, i1 %small)
  ret void
}

; All vectors of one form are full.
; CHECK-LABEL: define void @one_form(
; CHECK: call void @use(i64 %{{.*}}, i64 16, i1 {{.*}})
define void @one_form() "lanewise-kernel"="one_form" "lanewise-arguments"="" "lanewise-lanes"="16"
    "lanewise-one-form" "lanewise-tier"="kind" "lanewise-local-size"="64,1,1" {
  %x = call i64 @lanewise.local_id(i32 0)
  %live = call i64 @lanewise.live_lanes()
  %small = call i1 @lanewise.assumes_small_memory()
  call void @use(i64 %x, i64 %live, i1 %small)
  ret void
}

; There are no full vectors.
; CHECK-LABEL: define void @small(
; CHECK: br i1 true, label %rest, label %vector
define void @small() "lanewise-kernel"="small" "lanewise-arguments"="" "lanewise-lanes"="16"
    "lanewise-tier"="kind" "lanewise-local-size"="8,1,1" {
  %live = call i64 @lanewise.live_lanes()
  call void @use(i64 0, i64 %live, i1 true)
  ret void
}

; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[FULL:[0-9]+]]}
; CHECK: ![[FULL]] = !{!"llvm.loop.unroll.full"}
