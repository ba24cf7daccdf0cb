; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-items that end before a barrier are recorded, and skipped after it. If the end is uniform,
; nothing is recorded.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare i64 @lanewise.global_id(i32)
declare i64 @lanewise.group_id(i32) memory(none)
declare void @lanewise.barrier()

; CHECK-LABEL: define void @divergent(
; CHECK: call void @lanewise.region_begin()
; CHECK: store i8 1, ptr
; CHECK: call void @lanewise.region_end()
; CHECK: store i8 0, ptr
; CHECK: call void @lanewise.region_begin()
; CHECK: %[[ENDED:.*]] = load i8, ptr
; CHECK: %[[ALIVE:.*]] = icmp eq i8 %[[ENDED]], 0
; CHECK: br i1 %[[ALIVE]], label %alive{{.*}}, label %region.end
define void @divergent(ptr %p, i64 %n) "lanewise-kernel"="divergent" "lanewise-arguments"="v0,v8" {
  %g = call i64 @lanewise.global_id(i32 0)
  %in = icmp ult i64 %g, %n
  br i1 %in, label %work, label %done
work:
  call void @lanewise.barrier()
  store i64 %g, ptr %p
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @uniform(
; CHECK-NOT: {{load|store}} i8
; CHECK: attributes
; CHECK-DAG: "lanewise-kernel"="divergent" "lanewise-observes-groups"="1" "lanewise-spill-item-bytes"="1"
; CHECK-DAG: "lanewise-kernel"="uniform" "lanewise-observes-groups"="1" "lanewise-spill-item-bytes"="0"
define void @uniform(ptr %p, i64 %n) "lanewise-kernel"="uniform" "lanewise-arguments"="v0,v8" {
  %g = call i64 @lanewise.group_id(i32 0)
  %in = icmp ult i64 %g, %n
  br i1 %in, label %work, label %done
work:
  call void @lanewise.barrier()
  store i64 %g, ptr %p
  br label %done
done:
  ret void
}
