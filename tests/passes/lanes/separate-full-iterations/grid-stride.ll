; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes leave the loop by their ids: a copy runs as long as all of them go on, and needs no masks. A loop
; that lanes leave by data, one with a barrier, and one whose lanes are not adjacent have no copy. What does
; not alias in one iteration may in two: the copy has scopes of its own.
; RUN: %cc --passes=separate-full-iterations %s | FileCheck %s
; RUN: %cc --passes=separate-full-iterations,widen-kernels %s | FileCheck %s --check-prefix=WIDE
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.global_size(i32) memory(none)
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @update(
; CHECK: inside:
; CHECK: %[[BEGIN:.*]] = call i1 @lanewise.all_lanes(i1 true)
; CHECK-NEXT: br i1 %[[BEGIN]], label %inside.split.full, label %left
; CHECK: left:
; CHECK: %[[NEXT:.*]] = phi i32 [ %start, %inside ], [ %next.full{{.*}}, %{{.*}} ]
; CHECK: %[[FIRST:.*]] = phi i1 [ true, %inside ], [ false, %{{.*}} ]
; CHECK: %[[MORE:.*]] = icmp slt i32 %[[NEXT]], %n
; CHECK: %[[ANY:.*]] = select i1 %[[FIRST]], i1 true, i1 %[[MORE]]
; CHECK-NEXT: br i1 %[[ANY]], label %inside.split, label
; CHECK: loop.full:
; CHECK: %[[GO_ON:.*]] = call i1 @lanewise.all_lanes(i1 %more.full)
; CHECK-NEXT: br i1 %[[GO_ON]], label %loop.full, label %left
; CHECK: loop:
; CHECK-NEXT: phi i32 [ %[[NEXT]], %inside.split ]
; CHECK: br i1 %more, label %loop, label
;
; The step may wrap: the copy goes on while no lane does, by numbers of the last lane. Nothing in it has a
; mask, and the address follows from lane 0.
; WIDE-LABEL: define void @update(
; WIDE: loop.full:
; WIDE: %[[AT:.*]] = sext i32 %i.full{{.*}} to i64
; WIDE: %[[FROM:.*]] = getelementptr i32, ptr %y, i64 %[[AT]]
; WIDE: @llvm.masked.load.v4i32.p0(ptr %[[FROM]], i32 4, <4 x i1> {{(splat \(i1 true\))|(<i1 true, i1 true, i1 true, i1 true>)}}
; WIDE: %[[NEXT:.*]] = add i32 %i.full{{.*}}, %step
; WIDE: %[[LAST:.*]] = add i32 %[[NEXT]]
; WIDE: %[[FULL:.*]] = select i1 %{{.*}}, i32 %[[LAST]], i32 2147483647
; WIDE: %[[LESS:.*]] = icmp slt i32 %[[FULL]], %n
; WIDE: %[[STAYS:.*]] = icmp sle i32 %[[NEXT]], 2147483644
; WIDE: and i1 %[[STAYS]], %[[LESS]]
; WIDE: br i1 %{{.*}}, label %loop.full
define void @update(ptr %y, i32 %n) "lanewise-kernel"="update" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %start = trunc i64 %id to i32
  %size = call i64 @lanewise.global_size(i32 0)
  %step = trunc i64 %size to i32
  %in = icmp slt i32 %start, %n
  br i1 %in, label %inside, label %end
inside:
  br label %loop
loop:
  %i = phi i32 [ %start, %inside ], [ %next, %loop ]
  %at = sext i32 %i to i64
  %from = getelementptr i32, ptr %y, i64 %at
  %old = load i32, ptr %from, align 4
  %new = mul i32 %old, 3
  store i32 %new, ptr %from, align 4
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  br label %end
end:
  ret void
}

; What is used behind the loop comes from either one. The number of iterations decides, not its opposite.
; CHECK-LABEL: define void @sum(
; CHECK: left:
; CHECK: %[[SUM:.*]] = phi i32 [ 0, %entry ], [ %both.full{{.*}}, %{{.*}} ]
; CHECK: %goes_on = xor i1 %less.full, true
; CHECK: call i1 @lanewise.all_lanes(i1 %goes_on)
; CHECK: loop:
; CHECK: phi i32 [ %[[SUM]], %entry.split ]
; CHECK: phi i32 [ %[[SUM]], %left ], [ %both{{.*}}, %{{.*}} ]
define void @sum(ptr %x, ptr %y, i64 %n) "lanewise-kernel"="sum" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %step = call i64 @lanewise.global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %both, %loop ]
  %from = getelementptr i32, ptr %x, i64 %i
  %value = load i32, ptr %from, align 4
  %both = add i32 %sum, %value
  %next = add i64 %i, %step
  %less = icmp uge i64 %next, %n
  br i1 %less, label %end, label %loop
end:
  %all = phi i32 [ %both, %loop ]
  %to = getelementptr i32, ptr %y, i64 %id
  store i32 %all, ptr %to, align 4
  ret void
}

; CHECK-LABEL: define void @until_found(
; CHECK-NOT: call i1 @lanewise.all_lanes
define void @until_found(ptr %x, ptr %y) "lanewise-kernel"="until_found" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %step = call i64 @lanewise.global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr %x, i64 %i
  %value = load i32, ptr %from, align 4
  %next = add i64 %i, %step
  %more = icmp ne i32 %value, 0
  br i1 %more, label %loop, label %end
end:
  %at = phi i64 [ %i, %loop ]
  %to = getelementptr i64, ptr %y, i64 %id
  store i64 %at, ptr %to, align 8
  ret void
}

; CHECK-LABEL: define void @with_barrier(
; CHECK-NOT: call i1 @lanewise.all_lanes
define void @with_barrier(ptr %x, i64 %n) "lanewise-kernel"="with_barrier" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %step = call i64 @lanewise.global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %to = getelementptr i64, ptr %x, i64 %i
  store i64 %id, ptr %to, align 8
  call void @lanewise.barrier()
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @scattered(
; CHECK-NOT: call i1 @lanewise.all_lanes
define void @scattered(ptr %x, i64 %n) "lanewise-kernel"="scattered" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %step = call i64 @lanewise.global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %mixed = mul i64 %i, %i
  %to = getelementptr i64, ptr %x, i64 %mixed
  store i64 %id, ptr %to, align 8
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Four numbers that are 0x60000000 apart do not fit 32 bits: in no vector do all lanes go on.
; CHECK-LABEL: define void @far_apart(
; WIDE-LABEL: define void @far_apart(
; WIDE: loop.full:
; WIDE: %[[ALL:.*]] = and i1 false, %{{.*}}
; WIDE: %[[GO_ON:.*]] = select i1 true, i1 %[[ALL]], i1 false
; WIDE: br i1 %[[GO_ON]], label %loop.full
define void @far_apart(ptr %x, ptr %y, i32 %n, i32 %step) "lanewise-kernel"="far_apart" "lanewise-arguments"="v0,v8,v16,v20" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %start = mul i32 %narrow, u0x60000000
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %at = phi i64 [ %id, %entry ], [ %nextAt, %loop ]
  %from = getelementptr i32, ptr %x, i64 %at
  %value = load i32, ptr %from, align 4
  store i32 %value, ptr %y, align 4
  %nextAt = add i64 %at, 1
  %next = add i32 %i, %step
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A function has no copy: where it is called, not all lanes are active.
; CHECK-LABEL: define internal i32 @out_of_line(
; CHECK-NOT: call i1 @lanewise.all_lanes
; CHECK: ret i32
define internal i32 @out_of_line(ptr %x, i64 %n) "lanewise-out-of-line" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %step = call i64 @lanewise.global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %both, %loop ]
  %from = getelementptr i32, ptr %x, i64 %i
  %value = load i32, ptr %from, align 4
  %both = add i32 %sum, %value
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %both
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
