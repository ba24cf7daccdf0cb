; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable begins as a copy of what nobody writes, where each of its lifetimes begins, or where it is made.
; RUN: %cc --passes=mark-unwritten %s | FileCheck %s
; CHECK: @lanewise.unwritten = internal global [12 x i8] zeroinitializer, align 128 #[[OWN:[0-9]+]]
; CHECK-LABEL: define void @k
; CHECK-NEXT: %a = alloca [3 x i32], align 4
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 128 @lanewise.unwritten, i64 12, i1 false)
; CHECK-NEXT: %b = alloca i64, align 8
; CHECK-NEXT: call void @llvm.lifetime.start.p0(i64 8, ptr %b)
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 128 @lanewise.unwritten, i64 8, i1 false)
; CHECK-NEXT: ret void
; CHECK: attributes #[[OWN]] = { "lanewise-own-memory" }
define void @k() {
  %a = alloca [3 x i32], align 4
  %b = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-check-uninitialized", i32 1}
