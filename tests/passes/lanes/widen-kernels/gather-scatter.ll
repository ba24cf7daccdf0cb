; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses that are not side by side: a gather and a scatter.
; RUN: %cc --level=x86-64-v4 --passes=widen-kernels %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @far_apart(
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %{{.*}}, i32 4, <4 x i1> %live, <4 x float> poison)
; CHECK: call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %{{.*}}, <4 x ptr> %{{.*}}, i32 4, <4 x i1> %live)
define void @far_apart(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="far_apart" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  %from = getelementptr float, ptr %a, i64 %row
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %row
  store float %x, ptr %to
  ret void
}
; CHECK-LABEL: define void @indirect(
; CHECK: %[[I:.*]] = call <4 x i64> @llvm.masked.load.v4i64.p0(
; CHECK: %[[FROM:.*]] = getelementptr float, ptr %a, <4 x i64> %[[I]]
; CHECK: %[[X:.*]] = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %[[FROM]],
; CHECK: %[[TO:.*]] = getelementptr float, ptr %b, <4 x i64> %[[I]]
; CHECK: call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %[[X]], <4 x ptr> %[[TO]],
define void @indirect(ptr %a, ptr %b, ptr %indices) "lanewise-kernel"="indirect" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i64, ptr %indices, i64 %id
  %i = load i64, ptr %at
  %from = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %i
  store float %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
