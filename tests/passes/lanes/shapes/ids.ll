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

; Sums of an aligned id and of multiples of the lanes have rows and columns, too: numbers of the elements of a tile that
; a work-group fills. Quotients of signed numbers are those of one row if these are not negative.
; CHECK-LABEL: shapes of 'tile', 8 lanes
define void @tile(i64 %n) "lanewise-kernel"="tile" "lanewise-arguments"="v0" {
  ; CHECK-NEXT: %id: strided by 1, id, aligned, wraps never
  %id = call i64 @lanewise.local_id(i32 0)
  ; CHECK-NEXT: %x: strided by 1, id, aligned, wraps never
  %x = trunc i64 %id to i32
  ; CHECK-NEXT: %y: uniform
  %y = call range(i64 0, 256) i64 @lanewise.local_id(i32 1)
  ; CHECK-NEXT: %above: uniform
  %above = shl nuw nsw i64 %y, 4
  ; CHECK-NEXT: %number: strided by 1, aligned, may wrap
  %number = add i64 %id, %above
  ; CHECK-NEXT: %row: uniform
  %row = lshr i64 %number, 4
  ; CHECK-NEXT: %column: strided by 1, aligned, wraps never
  %column = and i64 %number, 15
  ; CHECK-NEXT: %short: varying
  %short = lshr i64 %number, 2
  ; CHECK-NEXT: %signedrow: uniform
  %signedrow = sdiv i32 %x, 16
  ; CHECK-NEXT: %below: strided by 1, aligned, may wrap
  %below = sub i64 %id, %above
  ; CHECK-NEXT: %negative: varying
  %negative = sdiv i64 %below, 16
  ; CHECK-NEXT: %negativecolumn: varying
  %negativecolumn = srem i64 %below, 16
  ; CHECK-NEXT: %down: uniform
  %down = ashr i64 %below, 4
  ; CHECK-NEXT: %half: uniform
  %half = shl i64 %y, 2
  ; CHECK-NEXT: %odd: strided by 1, may wrap
  %odd = add i64 %id, %half
  ; CHECK-NEXT: %anywhere: varying
  %anywhere = lshr i64 %odd, 4
  ; CHECK-NEXT: %backward: strided by -1, may wrap
  %backward = sub i64 %above, %id
  ret void
}

; The elements of a tile in a loop.
; CHECK-LABEL: shapes of 'loop', 8 lanes
define void @loop() "lanewise-kernel"="loop" "lanewise-arguments"="" {
entry:
  ; CHECK-NEXT: %id: strided by 1, id, aligned, wraps never
  %id = call range(i64 0, 256) i64 @lanewise.local_id(i32 0)
  br label %again
again:
  ; CHECK-NEXT: %number: strided by 1, aligned, wraps not as a signed number
  %number = phi i64 [ %id, %entry ], [ %next, %again ]
  ; CHECK-NEXT: %row: uniform
  %row = sdiv i64 %number, 64
  ; CHECK-NEXT: %column: strided by 1, aligned, wraps never
  %column = srem i64 %number, 64
  ; CHECK-NEXT: %next: strided by 1, aligned, wraps not as a signed number
  %next = add nsw i64 %number, 256
  ; CHECK-NEXT: %more: {{uniform|varying}}
  %more = icmp slt i64 %row, 16
  br i1 %more, label %again, label %done
done:
  ret void
}
