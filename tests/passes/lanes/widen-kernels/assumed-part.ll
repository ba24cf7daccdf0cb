; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A remainder of ids continues from lane to lane, and a quotient is the same for all lanes, but where a row
; ends. One comparison of all lanes chooses between one access and a gather.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @column(
; CHECK: %[[ALL:.*]] = urem <4 x i64>
; CHECK: %[[ELEMENT:.*]] = extractelement <4 x i64> %[[ALL]], i64 0
; CHECK: %[[FIRST:.*]] = freeze i64 %[[ELEMENT]]
; CHECK: %[[FROM:.*]] = getelementptr float, ptr %a, i64 %[[FIRST]]
; CHECK: %[[FROZEN:.*]] = freeze <4 x i64> %[[ALL]]
; CHECK: %[[STEPS:.*]] = add <4 x i64> %{{.*}}, <i64 0, i64 1, i64 2, i64 3>
; CHECK: %[[SAME:.*]] = icmp eq <4 x i64> %[[FROZEN]], %[[STEPS]]
; CHECK: %[[HOLDS:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[SAME]])
; CHECK: br i1 %[[HOLDS]], label %strided, label %scattered
; CHECK: strided:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %[[FROM]],
; CHECK: scattered:
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
define void @column(ptr %a, ptr %b, i64 %width) "lanewise-kernel"="column" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %column = urem i64 %id, %width
  %from = getelementptr float, ptr %a, i64 %column
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}

; The index of a matrix: two assumptions, and a product of what is the same for all lanes.
; CHECK-LABEL: define void @row(
; CHECK: %[[ROW:.*]] = udiv <4 x i64>
; CHECK: %[[FIRST:.*]] = freeze i64
; CHECK: mul i64 %[[FIRST]], %pitch
; CHECK: icmp eq <4 x i64>
; CHECK: icmp eq <4 x i64>
; CHECK: strided:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(
; CHECK: scattered:
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
define void @row(ptr %a, ptr %b, i64 %width, i64 %pitch) "lanewise-kernel"="row" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %column = urem i64 %id, %width
  %row = udiv i64 %id, %width
  %begin = mul i64 %row, %pitch
  %index = add i64 %begin, %column
  %from = getelementptr float, ptr %a, i64 %index
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}

; What all lanes read from one place is loaded once.
; CHECK-LABEL: define void @of_row(
; CHECK: strided:
; CHECK-NEXT: %[[ONE:.*]] = load float, ptr
; CHECK-NEXT: insertelement <4 x float> poison, float %[[ONE]], i64 0
; CHECK: scattered:
; CHECK-NEXT: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
define void @of_row(ptr %a, ptr %b, i64 %width) "lanewise-kernel"="of_row" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %row = udiv i64 %id, %width
  %from = getelementptr float, ptr %a, i64 %row
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}

; A 32-bit part is extended: it must not wrap, either.
; CHECK-LABEL: define void @exchanged(
; CHECK: xor <4 x i32>
; CHECK: icmp eq <4 x i32>
; CHECK: icmp ule i32
; CHECK: strided:
define void @exchanged(ptr %a, ptr %b, i32 %distance) "lanewise-kernel"="exchanged" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %other = xor i32 %narrow, %distance
  %wide = zext i32 %other to i64
  %from = getelementptr float, ptr %a, i64 %wide
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}

; The operands of bitwise operations come in either order.
; CHECK-LABEL: define void @swapped(
; CHECK: icmp eq <4 x i32>
; CHECK: strided:
define void @swapped(ptr %a, ptr %b, i32 %mask) "lanewise-kernel"="swapped" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %part = and i32 %mask, %narrow
  %begin = shl i32 %narrow, 1
  %at = sub i32 %begin, %part
  %wide = sext i32 %at to i64
  %from = getelementptr float, ptr %a, i64 %wide
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}

; Never true: no test.
; CHECK-LABEL: define void @pairs(
; CHECK-NOT: strided:
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK-LABEL: define void @short_rows(
; CHECK-NOT: strided:
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
define void @pairs(ptr %a, ptr %b) "lanewise-kernel"="pairs" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %other = xor i64 %id, 1
  %from = getelementptr float, ptr %a, i64 %other
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}
define void @short_rows(ptr %a, ptr %b) "lanewise-kernel"="short_rows" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %column = urem i64 %id, 3
  %from = getelementptr float, ptr %a, i64 %column
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}
; The number of the largest magnitude.
; CHECK-LABEL: define void @longest_row(
; CHECK: strided:
define void @longest_row(ptr %a, ptr %b) "lanewise-kernel"="longest_row" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %column = srem i64 %id, -9223372036854775808
  %from = getelementptr float, ptr %a, i64 %column
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
