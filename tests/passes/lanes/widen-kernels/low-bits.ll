; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The low bits of a number that may wrap are strided. Its scalar in lane 0 is written even where no stride
; of the whole number can be assumed: the distance is too large, or there are too many conversions.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @far_apart(
; CHECK: %wide = sext i32 %product to i64
; CHECK: %sum = add i64 %wide, %n
; CHECK: %[[LOW:.*]] = trunc i64 %sum to i32
; CHECK: add <4 x i32> %{{.*}}, <i32 0, i32 33554432,
define void @far_apart(ptr %p, i64 %n) "lanewise-kernel"="far_apart" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %product = mul i32 %narrow, 33554432
  %wide = sext i32 %product to i64
  %sum = add i64 %wide, %n
  %low = trunc i64 %sum to i32
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %low, ptr %to
  ret void
}

; CHECK-LABEL: define void @four_conversions(
; CHECK: %sum3 = add i64 %sum2, %wide3
; CHECK: %low = trunc i64 %sum3 to i32
define void @four_conversions(ptr %p, i32 %a, i32 %b, i32 %c, i32 %d) "lanewise-kernel"="four_conversions" "lanewise-arguments"="v0,v8,v12,v16,v20" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %i0 = add i32 %narrow, %a
  %i1 = add i32 %narrow, %b
  %i2 = add i32 %narrow, %c
  %i3 = add i32 %narrow, %d
  %wide0 = zext i32 %i0 to i64
  %wide1 = zext i32 %i1 to i64
  %wide2 = zext i32 %i2 to i64
  %wide3 = zext i32 %i3 to i64
  %sum1 = add i64 %wide0, %wide1
  %sum2 = add i64 %sum1, %wide2
  %sum3 = add i64 %sum2, %wide3
  %low = trunc i64 %sum3 to i32
  %to = getelementptr i32, ptr %p, i64 %id
  store i32 %low, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
