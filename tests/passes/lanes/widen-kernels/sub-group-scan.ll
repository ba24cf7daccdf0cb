; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A scan of a sub-group has log2(lanes) steps. Inactive lanes have the identity. Lanes of bools are
; bits of an integer. The operand may be uniform, the result is not.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i32 @lanewise.sub_group.inclusive_scan.smin.i32(i32) convergent nounwind willreturn memory(none)
declare i32 @lanewise.sub_group.exclusive_scan.add.i32(i32) convergent nounwind willreturn memory(none)
declare i1 @lanewise.sub_group.exclusive_scan.and.i1(i1) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> <i32 2147483647, i32 2147483647, i32 2147483647, i32 2147483647>
; CHECK: %[[UP1:.*]] = shufflevector <4 x i32> %[[X]], <4 x i32> <i32 2147483647, i32 2147483647, i32 2147483647, i32 2147483647>, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: %[[PAIRS:.*]] = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %[[UP1]], <4 x i32> %[[X]])
; CHECK: %[[UP2:.*]] = shufflevector <4 x i32> %[[PAIRS]], <4 x i32> {{.*}}, <4 x i32> <i32 4, i32 5, i32 0, i32 1>
; CHECK: call <4 x i32> @llvm.smin.v4i32(<4 x i32> %[[UP2]], <4 x i32> %[[PAIRS]])
; CHECK: select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: add <4 x i32>
; CHECK: %[[SUM:.*]] = add <4 x i32>
; CHECK: shufflevector <4 x i32> %[[SUM]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: %[[BOOLS:.*]] = select <4 x i1> %live, <4 x i1> %{{.*}}, <4 x i1> <i1 true, i1 true, i1 true, i1 true>
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[BOOLS]] to i4
; CHECK: %[[MOVED:.*]] = shl i4 %[[BITS]], 1
; CHECK: %[[ONES:.*]] = or i4 %[[MOVED]], 1
; CHECK: and i4 %[[ONES]], %[[BITS]]
; CHECK: bitcast i4 %{{.*}} to <4 x i1>
define void @k(ptr %p, i32 %step) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %least = call i32 @lanewise.sub_group.inclusive_scan.smin.i32(i32 %x)
  %offset = call i32 @lanewise.sub_group.exclusive_scan.add.i32(i32 %step)
  %positive = icmp sgt i32 %x, 0
  %all = call i1 @lanewise.sub_group.exclusive_scan.and.i1(i1 %positive)
  %sum = add i32 %least, %offset
  %y = select i1 %all, i32 %sum, i32 0
  store i32 %y, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
