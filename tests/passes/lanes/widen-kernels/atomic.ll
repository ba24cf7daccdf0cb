; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An atomic instruction is executed once for each active lane, in the order of the lanes: in a
; sequence if all are active, otherwise in a loop. Indices are extracted, not addresses.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[WHERE:.*]] = call <4 x i32> @llvm.masked.load.v4i32
; CHECK: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %live)
; CHECK: br i1 %[[ALL]], label %all.lanes, label %some.lanes
; CHECK: all.lanes:
; CHECK: %[[W0:.*]] = extractelement <4 x i32> %[[WHERE]], i64 0
; CHECK: %[[I0:.*]] = zext i32 %[[W0]] to i64
; CHECK: %[[P0:.*]] = getelementptr inbounds i32, ptr %counters, i64 %[[I0]]
; CHECK: %[[OLD:.*]] = atomicrmw xchg ptr %[[P0]], i32 1 monotonic
; CHECK: %[[FIRST:.*]] = insertelement <4 x i32> poison, i32 %[[OLD]], i64 0
; CHECK: extractelement <4 x i32> %[[WHERE]], i64 1
; CHECK: atomicrmw
; CHECK: insertelement <4 x i32> %[[FIRST]], i32 %{{.*}}, i64 1
; CHECK-COUNT-2: atomicrmw
; CHECK-NOT: atomicrmw
; CHECK: some.lanes:
; CHECK: atomic.end:
; CHECK: %[[OLDS:.*]] = phi <4 x i32> [ %{{.*}}, %all.lanes ], [ %{{.*}}, %lanes.end ]
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[OLDS]]
; CHECK: lane:
; CHECK: %[[LEFT:.*]] = phi i4
; CHECK: %[[LANE:.*]] = call i4 @llvm.cttz.i4(i4 %[[LEFT]], i1 true)
; CHECK: atomicrmw xchg
; CHECK-NOT: atomicrmw
define void @k(ptr noalias %p, ptr noalias %indices, ptr noalias %counters) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %indices, i64 %id
  %where = load i32, ptr %from
  %index = zext i32 %where to i64
  %counter = getelementptr inbounds i32, ptr %counters, i64 %index
  %old = atomicrmw xchg ptr %counter, i32 1 monotonic
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %old, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
