; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A load takes its elements from what the same block has stored, also from parts of one or two vectors.
; RUN: %cc --passes=forward-stored-lanes %s | FileCheck %s
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare void @other()

; A step of a tree: the second half of the vector.
; CHECK-LABEL: define <4 x i32> @half(
; CHECK: %[[MOVED:.*]] = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>
; CHECK: %[[HALF:.*]] = select <4 x i1> <i1 true, i1 true, i1 false, i1 false>, <4 x i32> %[[MOVED]], <4 x i32> zeroinitializer
; CHECK: ret <4 x i32> %[[HALF]]
define <4 x i32> @half(ptr %p, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  %at = getelementptr i8, ptr %p, i64 8
  %half = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %at, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 false>, <4 x i32> zeroinitializer)
  ret <4 x i32> %half
}

; A step of a scan: the last elements of one vector and the first of the next.
; CHECK-LABEL: define <4 x i32> @shifted(
; CHECK: %[[SHIFTED:.*]] = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK: ret <4 x i32> %[[SHIFTED]]
define <4 x i32> @shifted(ptr %p, <4 x i32> %a, <4 x i32> %b) {
  store <4 x i32> %a, ptr %p
  %behind = getelementptr i8, ptr %p, i64 16
  store <4 x i32> %b, ptr %behind
  %at = getelementptr i8, ptr %p, i64 12
  %shifted = load <4 x i32>, ptr %at
  ret <4 x i32> %shifted
}

; A masked store leaves the other elements. Other types of the same size are as good.
; CHECK-LABEL: define <2 x float> @partly(
; CHECK: %[[B:.*]] = bitcast <4 x i32> %b to <4 x float>
; CHECK: %[[A:.*]] = bitcast <4 x i32> %a to <4 x float>
; CHECK: %[[BOTH:.*]] = shufflevector <4 x float> %[[B]], <4 x float> %[[A]], <2 x i32> <i32 1, i32 6>
; CHECK: ret <2 x float> %[[BOTH]]
define <2 x float> @partly(ptr %p, <4 x i32> %a, <4 x i32> %b) {
  store <4 x i32> %a, ptr %p
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %b, ptr %p, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  %at = getelementptr i8, ptr %p, i64 4
  %both = load <2 x float>, ptr %at
  ret <2 x float> %both
}

; CHECK-LABEL: define i32 @scalar(
; CHECK: %[[THIRD:.*]] = extractelement <4 x i32> %a, i64 2
; CHECK: ret i32 %[[THIRD]]
define i32 @scalar(ptr %p, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  %at = getelementptr i8, ptr %p, i64 8
  %third = load i32, ptr %at
  ret i32 %third
}

; Another pointer may be in between, unless it is known to be elsewhere.
; CHECK-LABEL: define <4 x i32> @aliases(
; CHECK: %[[LOADED:.*]] = load <4 x i32>
; CHECK: ret <4 x i32> %[[LOADED]]
define <4 x i32> @aliases(ptr %p, ptr %q, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  store i32 0, ptr %q
  %loaded = load <4 x i32>, ptr %p
  ret <4 x i32> %loaded
}
; CHECK-LABEL: define <4 x i32> @restricted(
; CHECK: %[[ALL:.*]] = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: ret <4 x i32> %[[ALL]]
define <4 x i32> @restricted(ptr %p, ptr noalias %q, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  store i32 0, ptr %q
  %loaded = load <4 x i32>, ptr %p
  ret <4 x i32> %loaded
}

; CHECK-LABEL: define <4 x i32> @called(
; CHECK: %[[LOADED:.*]] = load <4 x i32>
; CHECK: ret <4 x i32> %[[LOADED]]
define <4 x i32> @called(ptr %p, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  call void @other()
  %loaded = load <4 x i32>, ptr %p
  ret <4 x i32> %loaded
}

; Nobody knows which elements this store writes.
; CHECK-LABEL: define <4 x i32> @masked(
; CHECK: %[[LOADED:.*]] = load <4 x i32>
; CHECK: ret <4 x i32> %[[LOADED]]
define <4 x i32> @masked(ptr %p, <4 x i32> %a, <4 x i1> %mask) {
  store <4 x i32> %a, ptr %p
  call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr %p, i32 4, <4 x i1> %mask)
  %loaded = load <4 x i32>, ptr %p
  ret <4 x i32> %loaded
}

; A store of another size overwrites what it touches.
; CHECK-LABEL: define i32 @bytes(
; CHECK: %[[LOADED:.*]] = load i32
; CHECK: ret i32 %[[LOADED]]
define i32 @bytes(ptr %p, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  %within = getelementptr i8, ptr %p, i64 6
  store i8 0, ptr %within
  %at = getelementptr i8, ptr %p, i64 4
  %loaded = load i32, ptr %at
  ret i32 %loaded
}

; Not all elements are known, or they are of more than two vectors.
; CHECK-LABEL: define <4 x i32> @unknown(
; CHECK: %[[LOADED:.*]] = load <4 x i32>
; CHECK: ret <4 x i32> %[[LOADED]]
define <4 x i32> @unknown(ptr %p, <4 x i32> %a) {
  store <4 x i32> %a, ptr %p
  %at = getelementptr i8, ptr %p, i64 4
  %loaded = load <4 x i32>, ptr %at
  ret <4 x i32> %loaded
}
; CHECK-LABEL: define <4 x i32> @three(
; CHECK: %[[LOADED:.*]] = load <4 x i32>
; CHECK: ret <4 x i32> %[[LOADED]]
define <4 x i32> @three(ptr %p, <2 x i32> %a, <2 x i32> %b, <2 x i32> %c) {
  store <2 x i32> %a, ptr %p
  %second = getelementptr i8, ptr %p, i64 8
  store <2 x i32> %b, ptr %second
  %third = getelementptr i8, ptr %p, i64 16
  store <2 x i32> %c, ptr %third
  %at = getelementptr i8, ptr %p, i64 4
  %loaded = load <4 x i32>, ptr %at
  ret <4 x i32> %loaded
}

; Volatile and atomic accesses stay.
; CHECK-LABEL: define i32 @volatile(
; CHECK: load volatile i32
; CHECK: load atomic i32
define i32 @volatile(ptr %p, i32 %a) {
  store i32 %a, ptr %p
  %loaded = load volatile i32, ptr %p
  %again = load atomic i32, ptr %p monotonic, align 4
  %sum = add i32 %loaded, %again
  ret i32 %sum
}
