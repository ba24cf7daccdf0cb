; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An id in 32 bits and back is still one more from lane to lane: no vector crosses a multiple of 2^31.
; So are the shifts and masks that LLVM makes of the casts. Of other values this is not known.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.global_linear_id() memory(none)
; CHECK-LABEL: define void @casts(
; CHECK: %signed = sext i32 %{{.*}} to i64
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, ptr %p1,
; CHECK: %unsigned = zext i32 %{{.*}} to i64
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, ptr %p2,
; CHECK-NOT: scatter
define void @casts(ptr %a) "lanewise-kernel"="casts" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %signed = sext i32 %narrow to i64
  %p1 = getelementptr i32, ptr %a, i64 %signed
  store i32 1, ptr %p1
  %unsigned = zext i32 %narrow to i64
  %p2 = getelementptr i32, ptr %a, i64 %unsigned
  store i32 2, ptr %p2
  ret void
}
; CHECK-LABEL: define void @bits(
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, ptr %p1,
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, ptr %p2,
; CHECK-NOT: scatter
define void @bits(ptr %a) "lanewise-kernel"="bits" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %high = shl i64 %id, 32
  %signed = ashr exact i64 %high, 30
  %p1 = getelementptr i8, ptr %a, i64 %signed
  store i32 1, ptr %p1
  %unsigned = and i64 %id, 4294967295
  %p2 = getelementptr i32, ptr %a, i64 %unsigned
  store i32 2, ptr %p2
  ret void
}
; CHECK-LABEL: define void @may_wrap(
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(
; CHECK-NOT: masked.store
define void @may_wrap(ptr %a, i32 %n) "lanewise-kernel"="may_wrap" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %sum = add i32 %narrow, %n
  %signed = sext i32 %sum to i64
  %p1 = getelementptr i32, ptr %a, i64 %signed
  store i32 1, ptr %p1
  %short = trunc i64 %id to i16
  %unsigned = zext i16 %short to i64
  %p2 = getelementptr i32, ptr %a, i64 %unsigned
  store i32 2, ptr %p2
  %linear = call i64 @lanewise.global_linear_id()
  %of.linear = trunc i64 %linear to i32
  %wide = sext i32 %of.linear to i64
  %p3 = getelementptr i32, ptr %a, i64 %wide
  store i32 3, ptr %p3
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
