; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The ids of the first and the last live lane decide whether a condition holds for some lane, or for all.
; RUN: %cc --passes=%widen --level=x86-64-v3 %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)

; At most one lane has a number: no vector has all lanes, and the code has no copy.
; CHECK-LABEL: define void @equal(
; CHECK: %live.last = sub i64 %{{.*}}, 1
; CHECK: %[[LANE:.*]] = sub i64 %n, %id
; CHECK: %[[ANY:.*]] = icmp ule i64 %[[LANE]], %live.last
; CHECK: br i1 %[[ANY]], label %then.lanes, label %end
; CHECK: ret void
define void @equal(ptr %a, i64 %n) "lanewise-kernel"="equal" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %is = icmp eq i64 %id, %n
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; All others: if one lane is live, it may be the one that is left out.
; CHECK-LABEL: define void @others(
; CHECK: %live.last = sub i64 %{{.*}}, 1
; CHECK: %[[IS:.*]] = icmp ule i64 %{{.*}}, %live.last
; CHECK: %[[OTHER:.*]] = xor i1 %[[IS]], true
; CHECK: %[[SEVERAL:.*]] = icmp ne i64 %live.last, 0
; CHECK: %[[ANY:.*]] = or i1 %[[SEVERAL]], %[[OTHER]]
; CHECK: br i1 %[[ANY]], label %{{.*}}, label %end
define void @others(ptr %a, i64 %n) "lanewise-kernel"="others" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %is = icmp ne i64 %id, %n
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @falling(
; CHECK: %live.last = sub i64 %{{.*}}, 1
; CHECK: %[[LOW:.*]] = trunc i64 %live.last to i32
; CHECK: %[[STEP:.*]] = mul i32 %[[LOW]], -1
; CHECK: %[[LAST:.*]] = add i32 %number, %[[STEP]]
; CHECK: %[[NUMBER:.*]] = select i1 %{{.*}}, i32 %[[LAST]], i32 -2147483648
; CHECK: %[[ANY:.*]] = icmp sgt i32 %number, -1
; CHECK: %[[ALL:.*]] = icmp sgt i32 %[[NUMBER]], -1
; CHECK: br i1 %[[ANY]], label %choice, label %end
; CHECK: choice:
; CHECK-NEXT: br i1 %[[ALL]], label %then.lanes.all, label %then.lanes
define void @falling(ptr %a, i32 %n) "lanewise-kernel"="falling" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %number = sub nsw i32 %n, %low
  %is = icmp sgt i32 %number, -1
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; A number that may wrap between two lanes: if it does, the mask says it.
; CHECK-LABEL: define void @wraps(
; CHECK: %[[LESS:.*]] = icmp slt i32 %number, %n
; CHECK-NEXT: %[[LAST:.*]] = icmp slt i32 %{{.*}}, %n
; CHECK-NEXT: %[[STAYS:.*]] = icmp sle i32 %number, 2147483644
; CHECK-NEXT: %[[WRAPS:.*]] = xor i1 %[[STAYS]], true
; CHECK-NEXT: %[[SOME:.*]] = or i1 %[[WRAPS]], %[[LESS]]
; CHECK-NEXT: %[[ALL:.*]] = and i1 %[[STAYS]], %[[LAST]]
; CHECK-NEXT: br i1 %[[SOME]], label %then.some, label %end
; CHECK: then.some:
; CHECK-NEXT: br i1 %[[ALL]], label %then.lanes.all, label %then.masked
; CHECK: then.masked:
; CHECK-NEXT: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK-NEXT: br i1 %[[ANY]], label %then.lanes, label %end
define void @wraps(ptr %a, i32 %n, i32 %first) "lanewise-kernel"="wraps" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %number = add i32 %low, %first
  %is = icmp slt i32 %number, %n
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; Behind a freeze, a lane for which the promise does not hold has any number: the mask says it. The number of lane 0 and
; its stride wrapped, and vectors went around code that other lanes had to run.
; CHECK-LABEL: define void @frozen(
; CHECK: then:
; CHECK-NEXT: %{{.*}} = call i1 @llvm.vector.reduce.or.v4i1(
define void @frozen(ptr %a, i32 %n, i32 %c) "lanewise-kernel"="frozen" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i32
  %sum = add nsw i32 %low, %c
  %number = freeze i32 %sum
  %is = icmp sgt i32 %number, %n
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; Two borders: lanes may be on the right side of each, but none of both. The mask says it.
; CHECK-LABEL: define void @between(
; CHECK: then.masked:
; CHECK: %[[ACTIVE:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK-NEXT: br i1 %[[ACTIVE]], label %then.lanes, label %end
define void @between(ptr %a, i64 %m, i64 %n) "lanewise-kernel"="between" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %above = icmp sge i64 %id, %m
  %below = icmp slt i64 %id, %n
  %is = and i1 %above, %below
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; The second part may be poison for the first lane, where the first one is false: it counts only where the first part
; holds for all lanes.
; CHECK-LABEL: define void @poison(
; CHECK: %[[ANY:.*]] = icmp sge i64 %{{.*}}, %m
; CHECK: %[[ALL:.*]] = icmp sgt i64 %{{.*}}, %m
; CHECK: %[[BELOW:.*]] = icmp ult i64 %distance, %n
; CHECK: %[[SECOND:.*]] = select i1 %[[ALL]], i1 %[[BELOW]], i1 true
; CHECK: %[[BOTH:.*]] = select i1 %[[ANY]], i1 %[[SECOND]], i1 false
; CHECK: br i1 %[[BOTH]], label %then.some, label %end
define void @poison(ptr %a, i64 %m, i64 %n) "lanewise-kernel"="poison" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %above = icmp sge i64 %id, %m
  %distance = sub nuw nsw i64 %id, %m
  %below = icmp ult i64 %distance, %n
  %is = select i1 %above, i1 %below, i1 false
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; One part is a condition on data.
; CHECK-LABEL: define void @data(
; CHECK: %[[ANY:.*]] = icmp slt i64 %id, %n
; CHECK: br i1 %[[ANY]], label %then.some, label %end
; CHECK-NOT: then.lanes.all
; CHECK: then.some:
; CHECK-NEXT: %[[ACTIVE:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK-NEXT: br i1 %[[ACTIVE]], label %then.lanes, label %end
define void @data(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="data" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr float, ptr %b, i64 %id
  %x = load float, ptr %from
  %below = icmp slt i64 %id, %n
  %positive = fcmp ogt float %x, 0.0
  %is = select i1 %below, i1 %positive, i1 false
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}

; Two conditions on a number: what it is in the last lane is computed once. Whether all lanes are live is part of the
; number, too, so that a branch to the code of full vectors has one comparison.
; CHECK-LABEL: define void @twice(
; CHECK: %[[LAST:.*]] = add i64 %id, %{{.*}}
; CHECK: %[[NUMBER:.*]] = select i1 %{{.*}}, i64 %[[LAST]], i64 9223372036854775807
; CHECK-NOT: %live.last
; CHECK: icmp slt i64 %id, %n
; CHECK: %[[ALL:.*]] = icmp slt i64 %[[NUMBER]], %n
; CHECK: br i1 %[[ALL]], label %then.lanes.all, label %then.lanes
; CHECK: icmp slt i64 %id, %m
; CHECK: icmp slt i64 %[[NUMBER]], %m
; CHECK: ret void
define void @twice(ptr %a, ptr %b, i64 %n, i64 %m) "lanewise-kernel"="twice" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %first = icmp slt i64 %id, %n
  br i1 %first, label %then, label %next
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %next
next:
  %second = icmp slt i64 %id, %m
  br i1 %second, label %again, label %end
again:
  %at = getelementptr float, ptr %b, i64 %id
  store float 1.0, ptr %at
  br label %end
end:
  ret void
}

; Of numbers with few bits, several lanes may have the same one: the mask says it.
; CHECK-LABEL: define void @narrow(
; CHECK-NOT: %live.last,
; CHECK: then:
; CHECK-NEXT: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK-NEXT: br i1 %[[ANY]],
define void @narrow(ptr %a, i1 %n) "lanewise-kernel"="narrow" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %low = trunc i64 %id to i1
  %is = icmp eq i1 %low, %n
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; The border itself is below `<=`: the strict comparison of a number less one says the same.
; CHECK-LABEL: define void @at_most(
; CHECK: %[[LAST:.*]] = add i64 %id, %{{.*}}
; CHECK: %[[LESS:.*]] = add i64 %[[LAST]], -1
; CHECK: %[[NUMBER:.*]] = select i1 %{{.*}}, i64 %[[LESS]], i64 -1
; CHECK: %[[ANY:.*]] = icmp ule i64 %id, %n
; CHECK: %[[ALL:.*]] = icmp ult i64 %[[NUMBER]], %n
; CHECK: br i1 %[[ANY]], label %choice, label %end
; CHECK: br i1 %[[ALL]], label %then.lanes.all, label %then.lanes
define void @at_most(ptr %a, i64 %n) "lanewise-kernel"="at_most" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %is = icmp ule i64 %id, %n
  br i1 %is, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %id
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}
