; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that can find out which work-items form a group runs the groups of a row one after another:
; by a local id, a group's id or size, local memory, a pointer to it, or a barrier. This loop is not unrolled.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
declare i64 @lanewise.local_id(i32)
declare i64 @lanewise.local_linear_id()
declare i64 @lanewise.group_id(i32)
declare i64 @lanewise.local_size(i32)
declare ptr @lanewise.local_memory()
declare void @lanewise.barrier()
declare void @use(i64)
declare void @touch(ptr)

; CHECK-LABEL: define void @id(
; CHECK: phi i64 [ %first, %entry ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: icmp eq i64 %[[NEXT]], %end
; CHECK-NEXT: br i1 {{.*}}, label %done, label %group, !llvm.loop ![[LOOP:[0-9]+]]
define internal void @a() "lanewise-kernel"="id" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  %id = call i64 @lanewise.local_id(i32 0)
  call void @use(i64 %id)
  ret void
}
; CHECK-LABEL: define void @linear(
; CHECK: phi i64 [ %first, %entry ]
define internal void @b() "lanewise-kernel"="linear" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  %id = call i64 @lanewise.local_linear_id()
  call void @use(i64 %id)
  ret void
}
; CHECK-LABEL: define void @group(
; CHECK: phi i64 [ %first, %entry ]
define internal void @c() "lanewise-kernel"="group" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  %id = call i64 @lanewise.group_id(i32 0)
  call void @use(i64 %id)
  ret void
}
; CHECK-LABEL: define void @size(
; CHECK: phi i64 [ %first, %entry ]
define internal void @d() "lanewise-kernel"="size" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  %size = call i64 @lanewise.local_size(i32 0)
  call void @use(i64 %size)
  ret void
}
; CHECK-LABEL: define void @memory(
; CHECK: phi i64 [ %first, %entry ]
define internal void @e() "lanewise-kernel"="memory" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  %memory = call ptr @lanewise.local_memory()
  call void @touch(ptr %memory)
  ret void
}
; CHECK-LABEL: define void @pointer(
; CHECK: phi i64 [ %first, %entry ]
define internal void @f(ptr %local) "lanewise-kernel"="pointer" "lanewise-arguments"="l0" "lanewise-spill-fixed-bytes"="0" {
  call void @touch(ptr %local)
  ret void
}
; CHECK-LABEL: define void @barrier(
; CHECK: phi i64 [ %first, %entry ]
define internal void @g() "lanewise-kernel"="barrier" "lanewise-arguments"="" "lanewise-spill-fixed-bytes"="0" {
  call void @use(i64 1)
  call void @lanewise.barrier()
  call void @use(i64 2)
  ret void
}
; CHECK-DAG: ![[DISABLE:[0-9]+]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[DISABLE]], !{{[0-9]+}}}
