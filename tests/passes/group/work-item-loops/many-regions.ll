; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; 16 regions may be unrolled, 17 may not: the time of unrolling grows faster than the square.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare void @lanewise.barrier()

; CHECK-LABEL: define void @unrolled(
; CHECK: br i1 %{{.*}}, label %row.end{{.*}}, label %item{{[0-9]*$}}
define void @unrolled(ptr %p) "lanewise-kernel"="unrolled" "lanewise-arguments"="v0" {
  %i = call i64 @lanewise.local_id(i32 0)
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  ret void
}
; CHECK-LABEL: define void @rolled(
; CHECK: br i1 %{{.*}}, label %row.end{{.*}}, label %item{{[0-9]*}}, !llvm.loop ![[LOOP:[0-9]+]]
define void @rolled(ptr %p) "lanewise-kernel"="rolled" "lanewise-arguments"="v0" {
  %i = call i64 @lanewise.local_id(i32 0)
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  call void @lanewise.barrier()
  store volatile i64 %i, ptr %p
  ret void
}
