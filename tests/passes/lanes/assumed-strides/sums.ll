; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Only values that need an assumption are listed, with what has to hold.
; RUN: %cc --passes='print<assumed-strides>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: assumed-strides of 'index', 8 lanes
define void @index(ptr %p, i32 %n) "lanewise-kernel"="index" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %sum = add i32 %narrow, %n
  ; CHECK-NEXT: %wide: strided by 1 if %wide does not wrap
  %wide = zext i32 %sum to i64
  ; CHECK-NEXT: %twice: strided by 2 if %wide does not wrap
  %twice = shl i64 %wide, 1
  ; CHECK-NEXT: %address: strided by 8 if %wide does not wrap
  %address = getelementptr float, ptr %p, i64 %twice
  ; CHECK-NEXT: %back: strided by 1 if %wide does not wrap
  %back = sub i64 %twice, %wide
  ret void
}

; CHECK-LABEL: assumed-strides of 'parts', 8 lanes
define void @parts(ptr %p, i64 %n) "lanewise-kernel"="parts" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  ; CHECK-NEXT: %column: strided by 1 if %column continues
  %column = urem i64 %id, %n
  ; CHECK-NEXT: %row: strided by 0 if %row continues
  %row = udiv i64 %id, %n
  ; CHECK-NEXT: %start: strided by 0 if %row continues
  %start = mul i64 %row, %n
  ; CHECK-NEXT: %both: strided by 1 if %row continues and %column continues
  %both = add i64 %start, %column
  %never = urem i64 %id, 7
  ret void
}

; A step of more than 2^24 elements is not assumed.
; CHECK-LABEL: assumed-strides of 'far', 8 lanes
; CHECK-NOT: :
define void @far(ptr %p) "lanewise-kernel"="far" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %product = mul i32 %narrow, 33554432
  %wide = sext i32 %product to i64
  ret void
}
