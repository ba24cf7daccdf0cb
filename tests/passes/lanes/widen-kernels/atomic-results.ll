; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Results of an atomic operation at one address: one instruction for all active lanes. A lane finds
; what was there and what the lanes before it did.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[ONES:.*]] = select <4 x i1> %live, <4 x i32> {{.*}}1{{.*}}, <4 x i32> zeroinitializer
; CHECK: %[[SCAN:.*]] = add <4 x i32>
; CHECK: %[[SCAN2:.*]] = add <4 x i32> %{{.*}}, %[[SCAN]]
; CHECK: %[[BEFORE:.*]] = shufflevector <4 x i32> %[[SCAN2]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: %[[SUM:.*]] = extractelement <4 x i32> %[[SCAN2]], i64 3
; CHECK: %[[OLD:.*]] = atomicrmw sub ptr %counter, i32 %[[SUM]] acq_rel
; CHECK: %[[SPLAT:.*]] = shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK: sub <4 x i32> %[[SPLAT]], %[[BEFORE]]
; CHECK: %[[MOST:.*]] = atomicrmw fmax ptr %most, float
; CHECK: call <4 x float> @llvm.maxnum.v4f32(
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @k(ptr %p, ptr %counter, ptr %most) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %old = atomicrmw sub ptr %counter, i32 1 acq_rel
  %greatest = atomicrmw fmax ptr %most, float %x monotonic
  %number = sitofp i32 %old to float
  %both = fadd float %number, %greatest
  store float %both, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
