; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A barrier is one call for a vector. Code behind it is the kernel's as before.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare void @lanewise.barrier()
; CHECK-LABEL: define void @k(
; CHECK: call void @llvm.masked.store.v4i32.p0(
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(
; CHECK-NOT: @lanewise.barrier
; CHECK: }
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %to
  call void @lanewise.barrier()
  %from = getelementptr i32, ptr %to, i64 1
  %x = load i32, ptr %from
  store i32 %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
