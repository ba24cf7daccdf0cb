; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An atomic instruction is executed once for each active lane, in the order of the lanes.
; RUN: %cc --passes=widen-kernels %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[IS0:.*]] = extractelement <4 x i1> %live, i64 0
; CHECK: br i1 %[[IS0]], label %lane, label %lane.end
; CHECK: %[[OLD:old.*]] = atomicrmw add ptr %counter, i32 1 monotonic
; CHECK: %[[FIRST:.*]] = insertelement <4 x i32> poison, i32 %[[OLD]], i64 0
; CHECK: %[[NEXT:.*]] = phi <4 x i32> [ poison, %{{.*}} ], [ %[[FIRST]], %lane ]
; CHECK: extractelement <4 x i1> %live, i64 1
; CHECK: atomicrmw
; CHECK: insertelement <4 x i32> %[[NEXT]], i32 %{{.*}}, i64 1
; CHECK: extractelement <4 x i1> %live, i64 2
; CHECK: atomicrmw
; CHECK: extractelement <4 x i1> %live, i64 3
; CHECK: atomicrmw
; CHECK-NOT: atomicrmw
; CHECK: %[[ALL:.*]] = phi <4 x i32>
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[ALL]],
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @k(ptr %p, ptr %counter) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %old = atomicrmw add ptr %counter, i32 1 monotonic
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %old, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
