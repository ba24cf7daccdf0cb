; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lanes in descending order; what lies between them is read, too.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare <24 x i16> @llvm.masked.load.v24i16.p0(ptr, i32, <24 x i1>, <24 x i16>)

; CHECK-LABEL: define <24 x i16> @gaps_downwards(
; CHECK: %[[DOWN:.*]] = shufflevector <8 x i1> %m, <8 x i1> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: bitcast <8 x i1> %[[DOWN]] to i8
; CHECK: select i1 %{{.*}}, i32 4048, i32 -1
; CHECK: load <24 x i16>, ptr %p, align 2
; CHECK: load i16, ptr %{{.*}}, align 2
define <24 x i16> @gaps_downwards(ptr %p, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> zeroinitializer, <24 x i32> <i32 7, i32 8, i32 8, i32 6, i32 8, i32 8, i32 5, i32 8, i32 8, i32 4, i32 8, i32 8, i32 3, i32 8, i32 8, i32 2, i32 8, i32 8, i32 1, i32 8, i32 8, i32 0, i32 8, i32 8>
  %v = call <24 x i16> @llvm.masked.load.v24i16.p0(ptr %p, i32 2, <24 x i1> %all, <24 x i16> poison)
  ret <24 x i16> %v
}
