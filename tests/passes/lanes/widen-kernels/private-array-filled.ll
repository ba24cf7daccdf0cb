; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A fill and a copy of an interleaved private array are one access for each element.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; CHECK-LABEL: define void @k(
; CHECK: %array = alloca [32 x i8], align 16
; CHECK: store <4 x i32> <i32 16843009, {{.*}}, ptr %{{.*}}, align 4
; CHECK: store <4 x i32> <i32 16843009, {{.*}}, ptr %[[SECOND:.*]], align 4
; CHECK-NOT: @llvm.memcpy
; CHECK: load <4 x i32>
; CHECK: %[[X:.*]] = load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: shufflevector <4 x i32> %[[X]], <4 x i32> poison, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: call void @llvm.masked.store.v8i32.p0(
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: call void @llvm.masked.store.v8i32.p0(
; CHECK-NOT: call void @llvm.mem
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %array = alloca [2 x i32]
  call void @llvm.memset.p0.i64(ptr %array, i8 1, i64 8, i1 false)
  %first = load i32, ptr %array
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr [2 x i32], ptr %p, i64 %id
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %array, i64 8, i1 false)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
