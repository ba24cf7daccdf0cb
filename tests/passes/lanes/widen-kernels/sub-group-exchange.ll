; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values of other lanes: a permutation, constant where the lanes are; one value for all from a broadcast,
; which is uniform. Inactive lanes give 0. Vectors are exchanged by component, and a vote is a bit of the mask.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_linear_id() memory(none)
declare i32 @lanewise.sub_group.local_id() memory(none)
declare i32 @lanewise.sub_group.shuffle.i32(i32, i32) convergent nomerge nounwind willreturn memory(none)
declare <2 x half> @lanewise.sub_group.shuffle.v2f16(<2 x half>, i32) convergent nomerge nounwind willreturn memory(none)
declare i32 @lanewise.sub_group.broadcast.i32(i32, i32) convergent nomerge nounwind willreturn memory(none)
declare i32 @lanewise.sub_group.broadcast_first.i32(i32) convergent nomerge nounwind willreturn memory(none)
declare i32 @lanewise.sub_group.ballot(i1) convergent nomerge nounwind willreturn memory(none)

; CHECK-LABEL: define void @neighbours(
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: shufflevector <4 x i32> %[[X]], <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
define void @neighbours(ptr %a) #0 {
  %id = call i64 @lanewise.local_linear_id()
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %own = call i32 @lanewise.sub_group.local_id()
  %from = xor i32 %own, 1
  %y = call i32 @lanewise.sub_group.shuffle.i32(i32 %x, i32 %from)
  store i32 %y, ptr %at
  ret void
}

; CHECK-LABEL: define void @components(
; CHECK: %[[FROM:.*]] = trunc <4 x i32> %{{.*}} to <4 x i16>
; CHECK: call <4 x half> @lanewise.permute.v4f16(<4 x half> %{{.*}}, <4 x i16> %[[FROM]])
; CHECK: call <4 x half> @lanewise.permute.v4f16(<4 x half> %{{.*}}, <4 x i16> %
define void @components(ptr %a, ptr %b) #0 {
  %id = call i64 @lanewise.local_linear_id()
  %at = getelementptr <2 x half>, ptr %a, i64 %id
  %x = load <2 x half>, ptr %at
  %numbers = getelementptr i32, ptr %b, i64 %id
  %from = load i32, ptr %numbers
  %y = call <2 x half> @lanewise.sub_group.shuffle.v2f16(<2 x half> %x, i32 %from)
  store <2 x half> %y, ptr %at
  ret void
}

; CHECK-LABEL: define void @same(
; CHECK: %[[FROM:.*]] = and i32 %n, 3
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: %[[ONE:.*]] = extractelement <4 x i32> %[[X]], i32 %[[FROM]]
; CHECK: %[[MASK:.*]] = bitcast <4 x i1> %live to i4
; CHECK: %[[FIRST:.*]] = call i4 @llvm.cttz.i4(i4 %[[MASK]], i1 true)
; CHECK: %[[NUMBER:.*]] = zext i4 %[[FIRST]] to i32
; CHECK: %[[TWO:.*]] = extractelement <4 x i32> %{{.*}}, i32 %[[NUMBER]]
; CHECK: %[[ACTIVE:.*]] = select <4 x i1> %live, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[ACTIVE]] to i4
; CHECK: %[[VOTES:.*]] = zext i4 %[[BITS]] to i32
; CHECK: %[[SUM:.*]] = add i32 %[[ONE]], %[[TWO]]
; CHECK: %[[ALL:.*]] = add i32 %[[SUM]], %[[VOTES]]
; CHECK: icmp eq i32 %[[ALL]], 0
; CHECK: br i1
define void @same(ptr %a, i32 %n) #0 {
  %id = call i64 @lanewise.local_linear_id()
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %one = call i32 @lanewise.sub_group.broadcast.i32(i32 %x, i32 %n)
  %two = call i32 @lanewise.sub_group.broadcast_first.i32(i32 %x)
  %positive = icmp sgt i32 %x, 0
  %votes = call i32 @lanewise.sub_group.ballot(i1 %positive)
  %sum = add i32 %one, %two
  %all = add i32 %sum, %votes
  %none = icmp eq i32 %all, 0
  br i1 %none, label %then, label %end
then:
  store i32 7, ptr %at
  br label %end
end:
  ret void
}
attributes #0 = { "lanewise-kernel"="k" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
