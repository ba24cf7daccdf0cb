; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The row and the column in a tile, and the partner of an exchange.
; RUN: %cc --passes='print<lane-patterns>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: lane-patterns of 'tile', 4 lanes
define void @tile(ptr %p) "lanewise-kernel"="tile" "lanewise-arguments"="v0" {
  ; CHECK-NEXT: %id: base and 0 1 2 3, zero bits 2, from 0 to 65535
  %id = call i64 @lanewise.local_id(i32 0)
  ; CHECK-NEXT: %column: base and 0 1 0 1, zero bits 2, from 0 to 1
  %column = and i64 %id, 1
  ; CHECK-NEXT: %row: base and 0 0 1 1, zero bits 1, from 0 to 32767
  %row = lshr i64 %id, 1
  ; CHECK-NEXT: %partner: base and 2 3 0 1, zero bits 2, from 0 to 65535
  %partner = xor i64 %id, 2
  ; CHECK-NEXT: %address: base and 8 12 0 4
  %address = getelementptr float, ptr %p, i64 %partner
  ret void
}

; Nothing is known of the low bits of a global id.
; CHECK-LABEL: lane-patterns of 'anywhere', 4 lanes
define void @anywhere(ptr %p) "lanewise-kernel"="anywhere" "lanewise-arguments"="v0" {
  ; CHECK-NEXT: %id: base and 0 1 2 3
  %id = call i64 @lanewise.global_id(i32 0)
  ; CHECK-NOT: %partner
  %partner = xor i64 %id, 2
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"lanewise-lanes", i32 4}
