; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable is cleared where each of its lifetimes begins, or where it is made. Arguments are not. Undefined values
; and undefined parts of values are zero.
; RUN: %cc --passes=initialize-private %s | FileCheck %s
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @use(ptr)

; CHECK-LABEL: define void @k
; CHECK-NEXT: %a = alloca [3 x i32], align 16
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 %a, i8 0, i64 12, i1 false)
; CHECK-NEXT: %b = alloca double, align 8
; CHECK-NEXT: call void @use(ptr %a)
; CHECK-NEXT: call void @llvm.lifetime.start.p0(i64 8, ptr %b)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %b, i8 0, i64 8, i1 false)
; CHECK-NEXT: call void @use(ptr %b)
; CHECK-NEXT: call void @llvm.lifetime.end.p0(i64 8, ptr %b)
; CHECK-NEXT: %c = bitcast ptr %b to ptr
; CHECK-NEXT: call void @llvm.lifetime.start.p0(i64 8, ptr %c)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %b, i8 0, i64 8, i1 false)
; CHECK-NEXT: store double 1
; CHECK-NOT: memset
; CHECK: or i32 %v, 0
; CHECK: insertelement <2 x float> zeroinitializer,
; CHECK: shufflevector <2 x float> %w, <2 x float> poison
; CHECK: store <2 x float> <float 1.000000e+00, float 0.000000e+00>, ptr %p
; CHECK-NEXT: store { i32, [2 x i32] } { i32 7, [2 x i32] [i32 0, i32 3] }, ptr %p
; CHECK-NEXT: store <2 x i32> <i32 1, i32 poison>, ptr %p
define void @k(ptr %p) {
  %a = alloca [3 x i32], align 16
  %b = alloca double, align 8
  call void @use(ptr %a)
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 8, ptr %b)
  %c = bitcast ptr %b to ptr
  call void @llvm.lifetime.start.p0(i64 8, ptr %c)
  store double 1.0, ptr %b
  call void @llvm.lifetime.end.p0(i64 8, ptr %b)
  %v = load i32, ptr %p
  %o = or i32 %v, undef
  %w = insertelement <2 x float> undef, float 1.0, i32 0
  %s = shufflevector <2 x float> %w, <2 x float> poison, <2 x i32> <i32 0, i32 0>
  store i32 %o, ptr %p
  store <2 x float> %s, ptr %p
  store <2 x float> <float 1.0, float undef>, ptr %p
  store { i32, [2 x i32] } { i32 7, [2 x i32] [i32 undef, i32 3] }, ptr %p
  store <2 x i32> <i32 1, i32 poison>, ptr %p
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-initialize-private", i32 1}
