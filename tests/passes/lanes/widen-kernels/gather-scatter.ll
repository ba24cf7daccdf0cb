; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Addresses that are not side by side: a gather and a scatter.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
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

; A constant offset is added to the base, once, and indices of 32 bits stay the only vector: it was added to
; the addresses of all lanes, which have 64 bits.
; CHECK-LABEL: define void @with_offset(
; CHECK: %[[I:.*]] = sext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: %[[BASE:.*]] = getelementptr i8, ptr %a, i64 -4
; CHECK: %[[FROM:.*]] = getelementptr float, ptr %[[BASE]], <4 x i64> %[[I]]
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %[[FROM]],
; CHECK: %[[SECOND:.*]] = getelementptr float, ptr %b, i64 1
; CHECK: %[[TO:.*]] = getelementptr float, ptr %[[SECOND]], <4 x i64> %[[I]]
; CHECK: call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %{{.*}}, <4 x ptr> %[[TO]],
define void @with_offset(ptr %a, ptr %b, ptr %indices) "lanewise-kernel"="with_offset" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %indices, i64 %id
  %i = load i32, ptr %at
  %index = sext i32 %i to i64
  %own = getelementptr float, ptr %a, i64 %index
  %from = getelementptr i8, ptr %own, i64 -4
  %x = load float, ptr %from
  %first = getelementptr float, ptr %b, i64 %index
  %to = getelementptr float, ptr %first, i64 1
  store float %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
