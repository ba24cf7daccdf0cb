; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Distances between lanes that are known and not equal: accesses of whole vectors, and shuffles.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; Lanes 0 to 3 read elements 0 1 4 5 and their partners 2 3 6 7. Both are in the same two vectors.
; CHECK-LABEL: define void @exchange(
; CHECK-NOT: {{gather|scatter}}
; CHECK: %first = getelementptr i32, ptr %a, i64 %wide
; CHECK: %[[LOW:.*]] = shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 4, i32 4>
; CHECK: %[[PIECE:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %{{.*}}, i32 4, <4 x i1> %[[LOW]],
; CHECK: shufflevector <4 x i32> poison, <4 x i32> %[[PIECE]], <4 x i32> <i32 4, i32 5, i32 2, i32 3>
; CHECK: %[[HIGH:.*]] = shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <4 x i32> <i32 2, i32 3, i32 4, i32 4>
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %{{.*}}, i32 4, <4 x i1> %[[HIGH]],
; CHECK: %second = getelementptr i8, ptr %first, i64 8
; CHECK: getelementptr i32, ptr %second, i64 -2
; CHECK-COUNT-4: call void @llvm.masked.store.v4i32.p0(
; CHECK-NOT: {{gather|scatter|masked.store}}
; CHECK: ret void
define void @exchange(ptr %a) "lanewise-kernel"="exchange" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %i = trunc i64 %id to i32
  %rest = and i32 1, %i
  %twice = shl i32 %i, 1
  %at = sub i32 %twice, %rest
  %wide = sext i32 %at to i64
  %first = getelementptr i32, ptr %a, i64 %wide
  %x = load i32, ptr %first
  %second = getelementptr i8, ptr %first, i64 8
  %y = load i32, ptr %second
  store i32 %y, ptr %first
  store i32 %x, ptr %second
  ret void
}

; An element of several lanes is read if one of them is active.
; CHECK-LABEL: define void @shared(
; CHECK-NOT: gather
; CHECK: shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <4 x i32> <i32 1, i32 3, i32 4, i32 4>
; CHECK: shufflevector <4 x i1> %live, <4 x i1> zeroinitializer, <4 x i32> <i32 0, i32 2, i32 4, i32 4>
; CHECK: or <4 x i1>
; CHECK-NOT: gather
; CHECK: ret void
define void @shared(ptr %a, ptr %b) "lanewise-kernel"="shared" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %half = lshr i64 %id, 1
  %from = getelementptr i32, ptr %a, i64 %half
  %x = load i32, ptr %from
  %to = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %to
  ret void
}

; Several lanes that store to one element, and a pattern that wraps.
; CHECK-LABEL: define void @scattered(
; CHECK: masked.scatter
; CHECK: masked.scatter
define void @scattered(ptr %a, i32 %n) "lanewise-kernel"="scattered" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %half = lshr i64 %id, 1
  %to = getelementptr i64, ptr %a, i64 %half
  store i64 %id, ptr %to
  %i = trunc i64 %id to i32
  %other = xor i32 %i, 1
  %sum = add i32 %other, %n
  %wide = sext i32 %sum to i64
  %there = getelementptr i64, ptr %a, i64 %wide
  store i64 %id, ptr %there
  ret void
}

; The highest bits of 8: lanes 2 and 3 have the sign.
; CHECK-LABEL: define void @narrow(
; CHECK: masked.gather
; CHECK: ret void
define void @narrow(ptr %a, ptr %b) "lanewise-kernel"="narrow" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %i = trunc i64 %id to i8
  %high = shl i8 %i, 6
  %negative = ashr i8 %high, 6
  %sign = and i8 %negative, 4
  %wide = zext i8 %sign to i64
  %from = getelementptr i32, ptr %a, i64 %wide
  %x = load i32, ptr %from
  %to = getelementptr i32, ptr %b, i64 %id
  store i32 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
