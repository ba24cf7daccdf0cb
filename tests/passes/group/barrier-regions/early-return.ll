; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-items that end before a barrier are recorded, and skipped after it. If the end is uniform,
; nothing is recorded.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
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

; The number of the round is one value for the group, that of the work-items which come to the
; barrier. Those which end in an earlier round have another one, and do not store it. It was stored
; where it is defined, so that a last work-item which had ended put the others back to its round.
; CHECK-LABEL: define void @in.an.earlier.round(
; CHECK: call void @lanewise.region_begin()
; CHECK-NOT: ptr %once
; CHECK: %[[ROUND:round.*]] = phi i64
; CHECK-NEXT: %first{{.*}} = icmp eq i64 %[[ROUND]], 0
; CHECK-NOT: ptr %once
; CHECK: wait{{.*}}:
; CHECK-NEXT: store i64 %[[ROUND]], ptr %once
; CHECK-NOT: ptr %once
; CHECK: call void @lanewise.region_end()
define void @in.an.earlier.round(ptr %p, i64 %n) "lanewise-kernel"="in.an.earlier.round" "lanewise-arguments"="v0,v8" {
  %g = call i64 @lanewise.global_id(i32 0)
  %stays = icmp ult i64 %g, %n
  br label %loop
loop:
  %round = phi i64 [ 0, %0 ], [ %next, %more ]
  %first = icmp eq i64 %round, 0
  br i1 %first, label %latch, label %wait
wait:
  call void @lanewise.barrier()
  store i64 %round, ptr %p
  br label %latch
latch:
  br i1 %stays, label %more, label %end
more:
  %next = add i64 %round, 1
  %again = icmp ult i64 %next, 3
  br i1 %again, label %loop, label %end
end:
  %last = phi i1 [ false, %latch ], [ true, %more ]
  br i1 %last, label %all, label %done
all:
  call void @lanewise.barrier()
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @uniform(
; CHECK-NOT: {{load|store}} i8
; CHECK: attributes
; CHECK-DAG: "lanewise-kernel"="divergent" "lanewise-observes-groups"="1" "lanewise-spill-vector-bytes"="1"
; CHECK-DAG: "lanewise-kernel"="uniform" "lanewise-observes-groups"="1" "lanewise-spill-vector-bytes"="0"
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
