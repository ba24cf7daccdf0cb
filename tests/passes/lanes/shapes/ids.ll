; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is made of ids is strided as long as the operations keep the distance. Each line says how its value differs.
; RUN: %cc --passes='print<shapes>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.group_id(i32) memory(none)

; CHECK-LABEL: shapes of 'ids', 8 lanes
define void @ids(ptr %p, i64 %n) "lanewise-kernel"="ids" "lanewise-arguments"="v0,v8" {
  ; CHECK-NEXT: %group: uniform
  %group = call i64 @lanewise.group_id(i32 0)
  ; CHECK-NEXT: %y: uniform
  %y = call i64 @lanewise.global_id(i32 1)
  ; CHECK-NEXT: %id: strided by 1, id, wraps never
  %id = call i64 @lanewise.global_id(i32 0)
  ; CHECK-NEXT: %sum: strided by 1, may wrap
  %sum = add i64 %id, %n
  ; CHECK-NEXT: %next: strided by 1, wraps not as a signed number
  %next = add nsw i64 %id, %n
  ; CHECK-NEXT: %back: strided by -1, may wrap
  %back = sub i64 %n, %id
  ; CHECK-NEXT: %twelve: strided by 12, may wrap
  %twelve = mul i64 %id, 12
  ; CHECK-NEXT: %none: uniform
  %none = sub i64 %sum, %id
  ; CHECK-NEXT: %square: varying
  %square = mul i64 %id, %id
  ; CHECK-NEXT: %address: strided by 16, wraps never
  %address = getelementptr <4 x float>, ptr %p, i64 %sum
  ; CHECK-NEXT: %loaded: varying
  %loaded = load float, ptr %address
  ret void
}

; CHECK-LABEL: shapes of 'conversions', 8 lanes
define void @conversions(ptr %p, i64 %n) "lanewise-kernel"="conversions" "lanewise-arguments"="v0,v8" {
  ; CHECK-NEXT: %id: strided by 1, id, wraps never
  %id = call i64 @lanewise.global_id(i32 0)
  ; CHECK-NEXT: %narrow: strided by 1, wraps never
  %narrow = trunc i64 %id to i32
  ; CHECK-NEXT: %wide: strided by 1, wraps not as a signed number
  %wide = sext i32 %narrow to i64
  ; CHECK-NEXT: %scaled: strided by 3, may wrap
  %scaled = mul i32 %narrow, 3
  ; CHECK-NEXT: %index: varying, low bits strided by 3
  %index = sext i32 %scaled to i64
  ; CHECK-NEXT: %low: strided by 3, may wrap
  %low = trunc i64 %index to i32
  ; CHECK-NEXT: %masked: strided by 1, wraps never
  %masked = and i64 %id, 4294967295
  ; CHECK-NEXT: %short: strided by 1, may wrap
  %short = trunc i64 %id to i16
  ret void
}

; The local id of lane 0 is a multiple of the lanes.
; CHECK-LABEL: shapes of 'rows', 8 lanes
define void @rows(ptr %p) "lanewise-kernel"="rows" "lanewise-arguments"="v0" {
  ; CHECK-NEXT: %id: strided by 1, id, aligned, wraps never
  %id = call i64 @lanewise.local_id(i32 0)
  ; CHECK-NEXT: %column: strided by 1, id, aligned, wraps never
  %column = and i64 %id, 15
  ; CHECK-NEXT: %row: uniform
  %row = udiv i64 %id, 16
  ; CHECK-NEXT: %short: varying
  %short = and i64 %id, 3
  ret void
}
