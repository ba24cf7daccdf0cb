; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Adjacent elements that one work-item stores were a store each to all that lies between the work-items'
; elements, with a mask.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; The members of a structure, in any order: whole structures of four lanes.
; CHECK-LABEL: define void @members(
; CHECK: call void @llvm.masked.store.v8f32.p0(
; CHECK-NOT: store
; CHECK: ret void
define void @members(ptr %p, float %x, float %y) "lanewise-kernel"="members" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr { float, float }, ptr %p, i64 %id
  %second = getelementptr i8, ptr %at, i64 4
  store float %y, ptr %second
  store float %x, ptr %at
  ret void
}

; Of three, the last two are adjacent.
; CHECK-LABEL: define void @with_a_gap(
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK-NOT: store
; CHECK: ret void
define void @with_a_gap(ptr %p, float %x) "lanewise-kernel"="with_a_gap" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr { float, float, float, float }, ptr %p, i64 %id
  %third = getelementptr i8, ptr %at, i64 8
  %fourth = getelementptr i8, ptr %at, i64 12
  store float %x, ptr %at
  store float %x, ptr %third
  store float %x, ptr %fourth
  ret void
}

; What is loaded between them may be what the first one has stored.
; CHECK-LABEL: define void @loads_between(
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK: call {{.*}} @llvm.masked.load
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK: ret void
define void @loads_between(ptr %p, ptr %q, float %x) "lanewise-kernel"="loads_between" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr { float, float }, ptr %p, i64 %id
  %second = getelementptr i8, ptr %at, i64 4
  %from = getelementptr float, ptr %q, i64 %id
  store float %x, ptr %at
  %y = load float, ptr %from
  store float %y, ptr %second
  ret void
}

; What is loaded between them is another member. The loads are joined across the store.
; CHECK-LABEL: define void @updates(
; CHECK-COUNT-1: call <16 x float> @llvm.masked.load
; CHECK-NOT: load
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK-NOT: store
; CHECK: ret void
define void @updates(ptr %p) "lanewise-kernel"="updates" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr { float, float, float, float }, ptr %p, i64 %id
  %second = getelementptr i8, ptr %at, i64 4
  %third = getelementptr i8, ptr %at, i64 8
  %fourth = getelementptr i8, ptr %at, i64 12
  %a = load float, ptr %at
  %c = load float, ptr %third
  %x = fadd float %a, %c
  store float %x, ptr %at
  %b = load float, ptr %second
  %d = load float, ptr %fourth
  %y = fadd float %b, %d
  store float %y, ptr %second
  ret void
}

; A second store to an element stays behind the first.
; CHECK-LABEL: define void @twice(
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> %{{.*}}, ptr %at,
; CHECK: %[[PAIR:.*]] = insertelement <2 x float> poison, float %y, i64 0
; CHECK: insertelement <2 x float> %[[PAIR]], float %x, i64 1
; CHECK: call void @llvm.masked.store.v8f32.p0(
; CHECK: ret void
define void @twice(ptr %p, float %x, float %y) "lanewise-kernel"="twice" "lanewise-arguments"="v0,v8,v12" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr { float, float }, ptr %p, i64 %id
  %second = getelementptr i8, ptr %at, i64 4
  store float %x, ptr %at
  store float %y, ptr %at
  store float %x, ptr %second
  ret void
}

; A fence between them.
; CHECK-LABEL: define void @ordered(
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK: fence
; CHECK: call void @llvm.masked.store.v{{[0-9]+}}f32.p0(
; CHECK: ret void
define void @ordered(ptr %p, float %x) "lanewise-kernel"="ordered" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr { float, float }, ptr %p, i64 %id
  %second = getelementptr i8, ptr %at, i64 4
  store float %x, ptr %at
  fence seq_cst
  store float %x, ptr %second
  ret void
}

; A load that moves up does not pass a store that has moved down, to the place of another one.
; CHECK-LABEL: define void @crossing(
; CHECK: call void @llvm.masked.store.v4f32.p0(<4 x float> %{{.*}}, ptr %oi,
; CHECK: call {{.*}} @llvm.masked.load{{.*}}(ptr %ok,
; CHECK-NOT: ptr %l1
; CHECK-COUNT-4: call void @llvm.masked.store.
; CHECK-COUNT-4: getelementptr float, ptr %l1,
; CHECK: ret void
define void @crossing(ptr noalias %p, ptr noalias %q, ptr noalias %o, i64 %j, i64 %k, float %v, float %w) "lanewise-kernel"="crossing" "lanewise-arguments"="v0,v8,v16,v24,v32,v40,v44" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = getelementptr [64 x float], ptr %p, i64 %id
  %j2 = shl i64 %j, 1
  %k2 = shl i64 %k, 1
  %s = getelementptr float, ptr %row, i64 %j2
  %t = getelementptr i8, ptr %s, i64 4
  %even = getelementptr float, ptr %row, i64 %k2
  %l0 = getelementptr i8, ptr %even, i64 4
  %l1 = getelementptr i8, ptr %even, i64 8
  %oi = getelementptr float, ptr %o, i64 %id
  %ok = getelementptr float, ptr %oi, i64 %k
  store float %v, ptr %s
  store float %w, ptr %oi
  %b = load float, ptr %ok
  %x = load float, ptr %l0
  store float %w, ptr %t
  %y = load float, ptr %l1
  %sum = fadd float %x, %y
  %sum2 = fadd float %sum, %b
  %qi = getelementptr float, ptr %q, i64 %id
  store float %sum2, ptr %qi
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
