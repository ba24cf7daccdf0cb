; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A 32-bit index that may wrap: lanes are adjacent unless it does. One comparison of the first lane's index
; chooses between one access and a gather or scatter.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @unsigned_index(
; CHECK: %index = add i32 %narrow, %offset
; CHECK: %wide = zext i32 %index to i64
; CHECK: %from = getelementptr float, ptr %a, i64 %wide
; CHECK: %[[TEST:.*]] = icmp ule i32 %index, -4
; CHECK: %[[SMALL:.*]] = call i1 @lanewise.assumes_small_memory()
; CHECK: %[[HOLDS:.*]] = or i1 %[[SMALL]], %[[TEST]]
; CHECK: br i1 %[[HOLDS]], label %strided, label %scattered
; CHECK: strided:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %from,
; CHECK: scattered:
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK: accessed:
; CHECK: phi <4 x float>
define void @unsigned_index(ptr %a, i32 %offset) "lanewise-kernel"="unsigned_index" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %index = add i32 %narrow, %offset
  %wide = zext i32 %index to i64
  %from = getelementptr float, ptr %a, i64 %wide
  %x = load float, ptr %from
  %to = getelementptr float, ptr %a, i64 %id
  store float %x, ptr %to
  ret void
}

; CHECK-LABEL: define void @unsigned_store(
; CHECK: icmp ule i32 %index, -4
; CHECK: call void @llvm.masked.store.v4f32.p0(
; CHECK: call void @llvm.masked.scatter.v4f32.v4p0(
define void @unsigned_store(ptr %a, i32 %offset) "lanewise-kernel"="unsigned_store" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %index = add i32 %narrow, %offset
  %wide = zext i32 %index to i64
  %to = getelementptr float, ptr %a, i64 %wide
  store float 1.0, ptr %to
  ret void
}

; Downwards, and with a sign.
; CHECK-LABEL: define void @signed_index(
; CHECK: icmp sge i32 %index, -2147483645
define void @signed_index(ptr %a, i32 %last) "lanewise-kernel"="signed_index" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %index = sub i32 %last, %narrow
  %wide = sext i32 %index to i64
  %to = getelementptr i32, ptr %a, i64 %wide
  store i32 %narrow, ptr %to
  ret void
}

; The index itself is needed lane by lane.
; CHECK-LABEL: define void @stored_index(
; CHECK: zext <4 x i32> %{{.*}} to <4 x i64>
define void @stored_index(ptr %a, i32 %offset) "lanewise-kernel"="stored_index" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %index = add i32 %narrow, %offset
  %wide = zext i32 %index to i64
  %to = getelementptr i64, ptr %a, i64 %id
  store i64 %wide, ptr %to
  ret void
}
; The test is about unsigned numbers, so the index of the first lane is extended as one, too.
; CHECK-LABEL: define void @known_positive(
; CHECK: %wide = zext i32 %index to i64
; CHECK: icmp uge i32 %index, 3
define void @known_positive(ptr %a, i32 %last) "lanewise-kernel"="known_positive" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %index = sub i32 %last, %narrow
  %wide = zext nneg i32 %index to i64
  %from = getelementptr float, ptr %a, i64 %wide
  %x = load float, ptr %from
  %to = getelementptr float, ptr %a, i64 %id
  store float %x, ptr %to
  ret void
}

; Lanes that are so far apart may wrap more than once.
; CHECK-LABEL: define void @far_apart(
; CHECK-NOT: icmp ule i32
; CHECK: call <4 x i32> @llvm.masked.gather
define void @far_apart(ptr %a, i32 %offset) "lanewise-kernel"="far_apart" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %far = shl i32 %narrow, 30
  %index = add i32 %far, %offset
  %wide = zext i32 %index to i64
  %back = mul i64 %id, -1073741823
  %near = add i64 %wide, %back
  %from = getelementptr i8, ptr %a, i64 %near
  %x = load i8, ptr %from
  %to = getelementptr i8, ptr %a, i64 %id
  store i8 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
