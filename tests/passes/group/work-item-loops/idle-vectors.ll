; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The loop over vectors ends at the first one that has no lane below a bound, if vectors without active lanes do
; nothing. A region that only computes values of the group runs once.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.local_size(i32) memory(none) speculatable nounwind willreturn
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @below(
; CHECK: {{^}}vector:
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[IDLE:idle]] = icmp sge i32 %[[ID]], %n
; CHECK-NEXT: br i1
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %[[IDLE]], label %row.end, label %vector.next
; CHECK: {{^}}vector.next:
; CHECK: br i1 %{{.*}}, label %rest, label %vector
define void @below(ptr %p, i32 %n) "lanewise-kernel"="a" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %x1 = insertelement <4 x i32> poison, i32 %x32, i64 0
  %xs = shufflevector <4 x i32> %x1, <4 x i32> poison, <4 x i32> zeroinitializer
  %ids = add <4 x i32> %xs, <i32 0, i32 1, i32 2, i32 3>
  %n1 = insertelement <4 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <4 x i32> %n1, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp slt <4 x i32> %ids, %ns
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; A number that falls from id to id, which does not wrap if neither is negative.
; CHECK-LABEL: define void @falling(
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[FIRST:first]] = sub i32 %from, %[[ID]]
; CHECK: %[[SIGNS:.*]] = or i32 %from, %[[ID]]
; CHECK: %[[NEGATIVE:.*]] = icmp slt i32 %[[SIGNS]], 0
; CHECK: %[[BEHIND:.*]] = icmp sle i32 %[[FIRST]], -1
; CHECK: %[[POSITIVE:.*]] = xor i1 %[[NEGATIVE]], true
; CHECK: %[[IDLE:idle]] = and i1 %[[POSITIVE]], %[[BEHIND]]
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %[[IDLE]], label %row.end, label %vector.next
define void @falling(ptr %p, i32 %from) "lanewise-kernel"="j" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %first = sub i32 %from, %x32
  %f1 = insertelement <4 x i32> poison, i32 %first, i64 0
  %fs = shufflevector <4 x i32> %f1, <4 x i32> poison, <4 x i32> zeroinitializer
  %numbers = add <4 x i32> %fs, <i32 0, i32 -1, i32 -2, i32 -3>
  %mask = icmp sgt <4 x i32> %numbers, <i32 -1, i32 -1, i32 -1, i32 -1>
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; What is idle first may be active later.
; CHECK-LABEL: define void @falling_later(
; CHECK-NOT: idle
; CHECK: ret void
define void @falling_later(ptr %p, i32 %from) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %first = sub i32 %from, %x32
  %f1 = insertelement <4 x i32> poison, i32 %first, i64 0
  %fs = shufflevector <4 x i32> %f1, <4 x i32> poison, <4 x i32> zeroinitializer
  %numbers = add <4 x i32> %fs, <i32 0, i32 -1, i32 -2, i32 -3>
  %mask = icmp slt <4 x i32> %numbers, <i32 9, i32 9, i32 9, i32 9>
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; One part of the mask is enough.
; CHECK-LABEL: define void @first(
; CHECK: %idle = icmp ugt i64 %{{.*}}, 0
; CHECK: br i1 %idle, label %row.end
define void @first(ptr %p, <4 x i1> %others) "lanewise-kernel"="b" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %ids = or disjoint <4 x i64> %xs, <i64 0, i64 1, i64 2, i64 3>
  %is = icmp eq <4 x i64> %ids, zeroinitializer
  %mask = select <4 x i1> %others, <4 x i1> %is, <4 x i1> zeroinitializer
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; LLVM makes this of `id + lane == 9`.
; CHECK-LABEL: define void @ninth(
; CHECK: %idle = icmp ugt i64 %{{.*}}, 9
; CHECK: br i1 %idle, label %row.end
define void @ninth(ptr %p) "lanewise-kernel"="h" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %mask = icmp eq <4 x i64> %xs, <i64 9, i64 8, i64 7, i64 6>
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; Each lane has another id.
; CHECK-LABEL: define void @others(
; CHECK-NOT: idle
; CHECK-LABEL: define void @flat(
define void @others(ptr %p) "lanewise-kernel"="i" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %mask = icmp eq <4 x i64> %xs, <i64 9, i64 8, i64 7, i64 60>
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; One loop for vectors that are full and those that are not.
; CHECK: %idle = icmp ugt i64 %{{.*}}, 0
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %idle, label %row.end, label %vector.next
; CHECK-LABEL: define void @oneForm(
define void @flat(ptr %p) "lanewise-kernel"="j" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-flat-lanes" "lanewise-one-form" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %mask = icmp eq <4 x i64> %xs, <i64 0, i64 -1, i64 -2, i64 -3>
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; Where vectors have one work-item each, ids may wrap.
; CHECK: %idle = icmp ugt i64 %{{.*}}, 0
; CHECK: {{^}}vector.end:
; CHECK-NEXT: %[[WHOLE:.*]] = icmp eq i64 %{{.*}}, 4
; CHECK-NEXT: %[[END:.*]] = select i1 %[[WHOLE]], i1 %idle, i1 false
; CHECK-NEXT: br i1 %[[END]], label %row.end, label %vector.next
; CHECK-LABEL: define void @above(
define void @oneForm(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-one-form" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x1 = insertelement <4 x i64> poison, i64 %x, i64 0
  %xs = shufflevector <4 x i64> %x1, <4 x i64> poison, <4 x i32> zeroinitializer
  %mask = icmp eq <4 x i64> %xs, <i64 0, i64 -1, i64 -2, i64 -3>
  %bits = bitcast <4 x i1> %mask to i4
  %any = icmp ne i4 %bits, 0
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; Vectors behind the bound have something to do.
; CHECK-NOT: idle
; CHECK-LABEL: define void @loaded(
define void @above(ptr %p, i32 %n) "lanewise-kernel"="c" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %x1 = insertelement <4 x i32> poison, i32 %x32, i64 0
  %xs = shufflevector <4 x i32> %x1, <4 x i32> poison, <4 x i32> zeroinitializer
  %ids = add <4 x i32> %xs, <i32 0, i32 1, i32 2, i32 3>
  %n1 = insertelement <4 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <4 x i32> %n1, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp sge <4 x i32> %ids, %ns
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; Each vector has a bound of its own.
; CHECK-NOT: idle
; CHECK-LABEL: define void @stored(
define void @loaded(ptr %p) "lanewise-kernel"="d" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr i32, ptr %p, i64 %x
  %n = load i32, ptr %from
  %x32 = trunc i64 %x to i32
  %x1 = insertelement <4 x i32> poison, i32 %x32, i64 0
  %xs = shufflevector <4 x i32> %x1, <4 x i32> poison, <4 x i32> zeroinitializer
  %ids = add <4 x i32> %xs, <i32 0, i32 1, i32 2, i32 3>
  %n1 = insertelement <4 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <4 x i32> %n1, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp slt <4 x i32> %ids, %ns
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; Vectors without active lanes store something.
; CHECK-NOT: idle
; CHECK-LABEL: define void @ofTheGroup(
define void @stored(ptr %p, i32 %n) "lanewise-kernel"="e" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %x1 = insertelement <4 x i32> poison, i32 %x32, i64 0
  %xs = shufflevector <4 x i32> %x1, <4 x i32> poison, <4 x i32> zeroinitializer
  %ids = add <4 x i32> %xs, <i32 0, i32 1, i32 2, i32 3>
  %n1 = insertelement <4 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <4 x i32> %n1, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp slt <4 x i32> %ids, %ns
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  %to = getelementptr i32, ptr %p, i64 %x
  store i32 2, ptr %to
  ret void
}

; The second region computes how far the next one goes.
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK: {{^}}vector:
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK-NOT: vector{{.*}}:
; CHECK: %[[HALF:.*]] = lshr i64 %{{.*}}, 1
; CHECK-NOT: vector{{.*}}:
; CHECK: {{^}}region.begin{{[0-9]*}}:
define void @ofTheGroup(ptr %p) "lanewise-kernel"="f" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr i64, ptr %p, i64 %x
  store volatile i64 0, ptr %to
  call void @lanewise.barrier()
  %n = call i64 @lanewise.local_size(i32 0)
  %half = lshr i64 %n, 1
  call void @lanewise.barrier()
  store volatile i64 %half, ptr %to
  ret void
}

; Work-items that have ended do not compute values of the group: the first one does not stand for all.
; CHECK-LABEL: define void @ended(
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK: {{^}}vector:
; CHECK: {{^}}region.begin{{[0-9]*}}:
; CHECK: {{^}}vector{{[0-9]*}}:
; CHECK: lshr i64 %{{.*}}, 1
define void @ended(ptr %p) "lanewise-kernel"="g" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr i64, ptr %p, i64 %x
  %first = icmp eq i64 %x, 0
  br i1 %first, label %end, label %go

go:
  call void @lanewise.barrier()
  %n = call i64 @lanewise.local_size(i32 0)
  %half = lshr i64 %n, 1
  call void @lanewise.barrier()
  store volatile i64 %half, ptr %to
  br label %end

end:
  ret void
}
