; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A reduction adds to a variable of the group, vector by vector. Between two barriers the group reads it.
; RUN: %cc --passes=expand-collectives %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i32 @lanewise.work_group.reduce.umin.i32(i32) convergent nounwind willreturn memory(none)
declare i32 @lanewise.work_group.reduce.umin.v4i32(<4 x i32>) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @scalar(
; CHECK: %accumulator = alloca i32, align 4, !lanewise.group_variable ![[#INITIAL:]]
; CHECK: %[[BEFORE:.*]] = load i32, ptr %accumulator, align 4, !lanewise.in_order ![[#ORDER:]]
; CHECK: %[[LESS:.*]] = call i32 @llvm.umin.i32(i32 %[[BEFORE]], i32 %x)
; CHECK: store i32 %[[LESS]], ptr %accumulator, align 4, !lanewise.in_order ![[#ORDER]]
; CHECK: call void @lanewise.barrier()
; CHECK-NEXT: %all = load i32, ptr %accumulator, align 4{{$}}
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK: store i32 %all, ptr %p
define void @scalar(ptr %p, i32 %x) "lanewise-kernel"="scalar" "lanewise-arguments"="v0,v8" {
  %r = call i32 @lanewise.work_group.reduce.umin.i32(i32 %x)
  store i32 %r, ptr %p
  ret void
}

; The lanes meet once, behind the first barrier.
; CHECK-LABEL: define void @vector(
; CHECK: %accumulator = alloca <4 x i32>
; CHECK: call <4 x i32> @llvm.umin.v4i32(<4 x i32> %{{.*}}, <4 x i32> %x)
; CHECK: call void @lanewise.barrier()
; CHECK: %all = load <4 x i32>, ptr %accumulator
; CHECK-NEXT: call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %all)
; CHECK: call void @lanewise.barrier()
define void @vector(ptr %p, <4 x i32> %x) "lanewise-kernel"="vector" "lanewise-arguments"="v0,v16" {
  %r = call i32 @lanewise.work_group.reduce.umin.v4i32(<4 x i32> %x)
  store i32 %r, ptr %p
  ret void
}
; CHECK: ![[#INITIAL]] = !{i32 -1}
