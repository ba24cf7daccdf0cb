; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A structure is a vector of lanes for each of its scalars, also for those of a vector in it.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %[[X:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(
; CHECK: %[[Y:.*]] = call <4 x float> @llvm.masked.load.v4f32.p0(
; CHECK-NOT: {{insertvalue|extractvalue}}
; CHECK: %[[SUM:.*]] = fadd <4 x float> %[[Y]], %[[Y]]
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %[[SUM]],
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %[[X]],
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %from = getelementptr float, ptr %q, i64 %id
  %x = load i32, ptr %at
  %y = load float, ptr %from
  %one = insertvalue { i32, <2 x float> } poison, i32 %x, 0
  %pair = insertelement <2 x float> zeroinitializer, float %y, i32 1
  %both = insertvalue { i32, <2 x float> } %one, <2 x float> %pair, 1
  %vector = extractvalue { i32, <2 x float> } %both, 1
  %second = extractelement <2 x float> %vector, i32 1
  %sum = fadd float %second, %y
  store float %sum, ptr %from
  %again = extractvalue { i32, <2 x float> } %both, 0
  store i32 %again, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
