; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The padding of a structure that is passed by value is not copied, because nothing reads it. It was
; copied lane by lane. What is read, or whose address is stored, stays.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define void @padding(
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: ret void
define void @padding(ptr %p) "lanewise-kernel"="padding" "lanewise-arguments"="v0" {
  %from = alloca [12 x i8], align 4
  %to = alloca [12 x i8], align 4
  call void @llvm.lifetime.start.p0(i64 12, ptr %from)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 12, i1 false)
  %second = getelementptr i8, ptr %to, i64 4
  store i32 1, ptr %second
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  store float 1.0, ptr %at
  ret void
}

; CHECK-LABEL: define void @read(
; CHECK: call void @llvm.memcpy
; CHECK: ret void
define void @read(ptr %p) "lanewise-kernel"="read" "lanewise-arguments"="v0" {
  %from = alloca [12 x i8], align 4
  %to = alloca [12 x i8], align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 12, i1 false)
  %second = getelementptr i8, ptr %to, i64 4
  %x = load i32, ptr %second
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  store i32 %x, ptr %at
  ret void
}

; CHECK-LABEL: define void @escapes(
; CHECK: %[[OWN:.*]] = alloca
; CHECK: %[[OWN]]
; CHECK: masked.store
; CHECK: ret void
define void @escapes(ptr %p) "lanewise-kernel"="escapes" "lanewise-arguments"="v0" {
  %variable = alloca i32
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr ptr, ptr %p, i64 %id
  store ptr %variable, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
