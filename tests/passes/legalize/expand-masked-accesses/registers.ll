; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; LLVM moved each element of a mask that is repeated for four elements by instructions of its own: 224
; for 16 lanes with AVX2. Each register of the access has a mask of its own, which is one shuffle.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses,widen-masks %s | FileCheck %s
declare <32 x float> @llvm.masked.load.v32f32.p0(ptr, i32, <32 x i1>, <32 x float>)
declare void @llvm.masked.store.v32f32.p0(<32 x float>, ptr, i32, <32 x i1>)
declare <12 x float> @llvm.masked.load.v12f32.p0(ptr, i32, <12 x i1>, <12 x float>)

; CHECK-LABEL: define <32 x float> @load(
; CHECK: %m = icmp sgt <8 x i32> %v, %w
; CHECK: %[[M:.*]] = sext <8 x i1> %m to <8 x i32>
; CHECK: %[[A:.*]] = shufflevector <8 x i32> %[[M]], <8 x i32> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: %[[A1:.*]] = icmp slt <8 x i32> %[[A]], zeroinitializer
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr %p, i32 32, <8 x i1> %[[A1]], <8 x float> poison)
; CHECK: %[[B:.*]] = shufflevector <8 x i32> %[[M]], <8 x i32> poison, <8 x i32> <i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
; CHECK: %[[B1:.*]] = icmp slt <8 x i32> %[[B]], zeroinitializer
; CHECK: %[[AT:.*]] = getelementptr i8, ptr %p, i64 32
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p0(ptr %[[AT]], i32 32, <8 x i1> %[[B1]], <8 x float> poison)
; CHECK: getelementptr i8, ptr %p, i64 64
; CHECK: getelementptr i8, ptr %p, i64 96
define <32 x float> @load(ptr %p, <8 x i32> %v, <8 x i32> %w) {
  %m = icmp sgt <8 x i32> %v, %w
  %repeated = shufflevector <8 x i1> %m, <8 x i1> poison, <32 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %x = call <32 x float> @llvm.masked.load.v32f32.p0(ptr %p, i32 32, <32 x i1> %repeated, <32 x float> poison)
  ret <32 x float> %x
}

; The fourth element of each lane is left out; full vectors are stored as before.
; CHECK-LABEL: define void @store(
; CHECK: %[[M:.*]] = sext <8 x i1> %m to <8 x i32>
; CHECK: br i1
; CHECK: %[[PART:.*]] = shufflevector <32 x float> %x, <32 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK: %[[B:.*]] = shufflevector <8 x i32> %[[M]], <8 x i32> zeroinitializer, <8 x i32> <i32 2, i32 2, i32 2, i32 8, i32 3, i32 3, i32 3, i32 8>
; CHECK: %[[B1:.*]] = icmp slt <8 x i32> %[[B]], zeroinitializer
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> %[[PART]], ptr %{{.*}}, i32 4, <8 x i1> %[[B1]])
define void @store(ptr %p, <8 x i32> %v, <8 x i32> %w, <32 x float> %x) {
  %m = icmp sgt <8 x i32> %v, %w
  %repeated = shufflevector <8 x i1> %m, <8 x i1> zeroinitializer, <32 x i32> <i32 0, i32 0, i32 0, i32 8, i32 1, i32 1, i32 1, i32 8, i32 2, i32 2, i32 2, i32 8, i32 3, i32 3, i32 3, i32 8, i32 4, i32 4, i32 4, i32 8, i32 5, i32 5, i32 5, i32 8, i32 6, i32 6, i32 6, i32 8, i32 7, i32 7, i32 7, i32 8>
  call void @llvm.masked.store.v32f32.p0(<32 x float> %x, ptr %p, i32 4, <32 x i1> %repeated)
  ret void
}

; No whole number of registers.
; CHECK-LABEL: define <12 x float> @odd(
; CHECK: call <12 x float> @llvm.masked.load.v12f32.p0(
define <12 x float> @odd(ptr %p, <4 x i1> %m) {
  %repeated = shufflevector <4 x i1> %m, <4 x i1> poison, <12 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3>
  %x = call <12 x float> @llvm.masked.load.v12f32.p0(ptr %p, i32 4, <12 x i1> %repeated, <12 x float> poison)
  ret <12 x float> %x
}
