; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A divergent loop with exits to two places: each has the mask of the lanes that left for it, also if the
; condition of an exit is uniform.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK: br label %latch
; CHECK: latch:
; CHECK: br i1 %{{.*}}, label %latch.lanes, label %lanes.done
; CHECK: lanes.done:
; CHECK-DAG: br i1 %{{.*}}, label %broken.lanes
; CHECK-DAG: br i1 %{{.*}}, label %ended.lanes
; CHECK-DAG: call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 1, {{.*}}, <4 x i1> %
; CHECK-DAG: call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 2, {{.*}}, <4 x i1> %
define void @k(ptr %p, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i32, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %break = icmp eq i64 %i, %id
  br i1 %break, label %broken, label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %ended
broken:
  store i32 1, ptr %to
  br label %end
ended:
  store i32 2, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
