; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A reduction in clusters combines lanes that are 1, 2 ... apart, up to the size of a cluster.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_linear_id() memory(none)
declare i32 @lanewise.sub_group.clustered_reduce.add.i32(i32, i32) convergent nomerge nounwind willreturn memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = select <8 x i1> %live, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: %[[ONE:.*]] = shufflevector <8 x i32> %[[X]], <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: %[[PAIRS:.*]] = add <8 x i32> %[[X]], %[[ONE]]
; CHECK: %[[TWO:.*]] = shufflevector <8 x i32> %[[PAIRS]], <8 x i32> poison, <8 x i32> <i32 2, i32 3, i32 0, i32 1, i32 6, i32 7, i32 4, i32 5>
; CHECK: %[[FOURS:.*]] = add <8 x i32> %[[PAIRS]], %[[TWO]]
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> %[[FOURS]],
define void @k(ptr %a) "lanewise-kernel"="k" "lanewise-sub-group-size"="8" "lanewise-uses-sub-groups" {
  %id = call i64 @lanewise.local_linear_id()
  %at = getelementptr i32, ptr %a, i64 %id
  %x = load i32, ptr %at
  %y = call i32 @lanewise.sub_group.clustered_reduce.add.i32(i32 %x, i32 4)
  store i32 %y, ptr %at
  ret void
}
