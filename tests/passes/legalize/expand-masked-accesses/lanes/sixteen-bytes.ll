; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Eight numbers of 16 bits are two of 64, of lanes in another order, in four registers.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare void @llvm.masked.store.v64i16.p0(<64 x i16>, ptr, i32, <64 x i1>)

; CHECK-LABEL: define void @sixteen_bytes(
; CHECK: store <64 x i16> %v, ptr %p, align 2
; CHECK: %[[FIRST:.*]] = shufflevector <8 x i1> %m, <8 x i1> poison, <4 x i32> <i32 7, i32 7, i32 6, i32 6>
; CHECK: call void @llvm.masked.store.v4i64.p0(<4 x i64> %{{.*}}, ptr %p, i32 2, <4 x i1> %[[FIRST]])
; CHECK: %[[LAST:.*]] = shufflevector <8 x i1> %m, <8 x i1> poison, <4 x i32> <i32 1, i32 1, i32 0, i32 0>
; CHECK: %[[END:.*]] = getelementptr i8, ptr %p, i64 96
; CHECK: call void @llvm.masked.store.v4i64.p0(<4 x i64> %{{.*}}, ptr %[[END]], i32 2, <4 x i1> %[[LAST]])
define void @sixteen_bytes(ptr %p, <64 x i16> %v, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> poison, <64 x i32> <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 6, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  call void @llvm.masked.store.v64i16.p0(<64 x i16> %v, ptr %p, i32 2, <64 x i1> %all)
  ret void
}
