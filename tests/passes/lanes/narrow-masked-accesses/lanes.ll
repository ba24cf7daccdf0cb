; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Masked accesses of adjacent lanes, a power of two, become accesses of these lanes.
; RUN: %cc --passes=narrow-masked-accesses %s | FileCheck %s
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)

; CHECK-LABEL: define <8 x i32> @first_four(
; CHECK: %[[FOUR:.*]] = load <4 x i32>, ptr %p, align 16
; CHECK: %[[WIDE:.*]] = shufflevector <4 x i32> %[[FOUR]], <4 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK: ret <8 x i32> %[[WIDE]]
define <8 x i32> @first_four(ptr %p) "lanewise-lanes"="8" {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 16, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>, <8 x i32> poison)
  ret <8 x i32> %v
}

; The other lanes keep their values.
; CHECK-LABEL: define <8 x i32> @inner_two(
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %p, i32 2
; CHECK: %[[TWO:.*]] = load <2 x i32>, ptr %[[AT]], align 8
; CHECK: %[[WIDE:.*]] = shufflevector <2 x i32> %[[TWO]], <2 x i32> poison, <8 x i32> <i32 poison, i32 poison, i32 0, i32 1,
; CHECK: shufflevector <8 x i32> %[[WIDE]], <8 x i32> %rest, <8 x i32> <i32 8, i32 9, i32 2, i32 3, i32 12, i32 13, i32 14, i32 15>
define <8 x i32> @inner_two(ptr %p, <8 x i32> %rest) "lanewise-lanes"="8" {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %p, i32 32, <8 x i1> <i1 0, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>, <8 x i32> %rest)
  ret <8 x i32> %v
}

; CHECK-LABEL: define void @stores(
; CHECK: %[[HALF:.*]] = shufflevector <8 x i32> %v, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %p, i32 4
; CHECK: store <4 x i32> %[[HALF]], ptr %[[AT]], align 4
; CHECK: %[[ONE:.*]] = extractelement <8 x i32> %v, i64 0
; CHECK: store i32 %[[ONE]], ptr %p, align 4
define void @stores(ptr %p, <8 x i32> %v) "lanewise-lanes"="8" {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> <i1 0, i1 0, i1 0, i1 0, i1 1, i1 1, i1 1, i1 1>)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>)
  ret void
}

; Three lanes, lanes apart and unknown lanes stay masked.
; CHECK-LABEL: define void @stays(
; CHECK-COUNT-3: call void @llvm.masked.store.v8i32.p0(
; CHECK: ret void
define void @stays(ptr %p, <8 x i32> %v, <8 x i1> %mask) "lanewise-lanes"="8" {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 4, <8 x i1> %mask)
  ret void
}
