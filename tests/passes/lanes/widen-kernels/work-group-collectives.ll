; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A collective call of the work-group gets a vector. The result of a reduction stays a scalar: a branch
; that depends on it is uniform.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i32 @lanewise.work_group.reduce.add.i32(i32) convergent nounwind willreturn memory(none)
declare i32 @lanewise.work_group.inclusive_scan.smax.i32(i32) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: %[[SUM:.*]] = call i32 @lanewise.work_group.reduce.add.v4i32(<4 x i32> %[[X]])
; CHECK: %[[ABOVE:.*]] = icmp sgt i32 %[[SUM]], 100
; CHECK: br i1 %[[ABOVE]], label %
; CHECK: select <4 x i1> %live, <4 x i32> %{{.*}}, <4 x i32> <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
; CHECK: %[[MOST:.*]] = call <4 x i32> @lanewise.work_group.inclusive_scan.smax.v4i32(
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[MOST]]
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %sum = call i32 @lanewise.work_group.reduce.add.i32(i32 %x)
  %above = icmp sgt i32 %sum, 100
  br i1 %above, label %then, label %end
then:
  %most = call i32 @lanewise.work_group.inclusive_scan.smax.i32(i32 %x)
  store i32 %most, ptr %at
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
