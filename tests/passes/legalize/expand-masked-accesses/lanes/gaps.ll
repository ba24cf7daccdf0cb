; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The third slot of each lane is never stored.
; RUN: %cc --level=x86-64-v3 --passes=expand-masked-accesses %s | FileCheck %s
declare void @llvm.masked.store.v24i16.p0(<24 x i16>, ptr, i32, <24 x i1>)

; CHECK-LABEL: define void @gaps(
; CHECK: bitcast <8 x i1> %m to i8
; CHECK: call void @llvm.masked.store.v24i16.p0(<24 x i16> %v, ptr %p, i32 2, <24 x i1> <i1 true, i1 true, i1 false, i1 true, i1 true, i1 false,
; CHECK: mul i64 %{{.*}}, 6
; CHECK: %[[TWO:.*]] = load <2 x i16>, ptr %{{.*}}, align 2
; CHECK: store <2 x i16> %[[TWO]], ptr %{{.*}}, align 2
define void @gaps(ptr %p, <24 x i16> %v, <8 x i1> %m) {
  %all = shufflevector <8 x i1> %m, <8 x i1> zeroinitializer, <24 x i32> <i32 0, i32 0, i32 8, i32 1, i32 1, i32 8, i32 2, i32 2, i32 8, i32 3, i32 3, i32 8, i32 4, i32 4, i32 8, i32 5, i32 5, i32 8, i32 6, i32 6, i32 8, i32 7, i32 7, i32 8>
  call void @llvm.masked.store.v24i16.p0(<24 x i16> %v, ptr %p, i32 2, <24 x i1> %all)
  ret void
}
