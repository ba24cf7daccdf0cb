; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The form of each access, beside it.
; RUN: %cc --level=x86-64-v4 --passes='print<plan>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: plan of 'strides', 8 lanes
define void @strides(ptr %p, i64 %n) "lanewise-kernel"="strides" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  ; CHECK-NEXT: load %same: shared
  %same = load float, ptr %p
  %a = getelementptr float, ptr %p, i64 %id
  ; CHECK-NEXT: load %side: run{{$}}
  %side = load float, ptr %a
  %twice = mul i64 %id, 2
  %b = getelementptr float, ptr %p, i64 %twice
  ; CHECK-NEXT: load %near: run, 2 apart
  %near = load float, ptr %b
  %back = sub i64 %n, %id
  %c = getelementptr float, ptr %p, i64 %back
  ; CHECK-NEXT: load %reversed: run, -1 apart
  %reversed = load float, ptr %c
  %five = mul i64 %id, 5
  %d = getelementptr float, ptr %p, i64 %five
  ; CHECK-NEXT: load %far: gather
  %far = load float, ptr %d
  ; CHECK-NEXT: load %ordered: lane by lane
  %ordered = load volatile float, ptr %a
  ; CHECK-NEXT: store %a: run{{$}}
  store float %side, ptr %a
  ; CHECK-NEXT: store %p: shared
  store float %side, ptr %p
  ret void
}

; CHECK-LABEL: plan of 'vectors', 8 lanes
define void @vectors(ptr %p) "lanewise-kernel"="vectors" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr %p, i64 %id
  ; CHECK-NEXT: load %side: run of 4 leaves, 4 apart
  %side = load <4 x float>, ptr %a
  %twice = mul i64 %id, 2
  %b = getelementptr <4 x float>, ptr %p, i64 %twice
  ; CHECK-NEXT: load %far: gather of 4 leaves{{$}}
  %far = load <4 x float>, ptr %b
  %c = getelementptr { i32, float, float }, ptr %p, i64 %id
  ; CHECK-NEXT: load %members: run, 3 apart; run of 2 leaves, 3 apart
  %members = load { i32, float, float }, ptr %c
  %sum = fadd <4 x float> %side, %far
  ; CHECK-NEXT: store %a: run of 4 leaves, 4 apart
  store <4 x float> %sum, ptr %a
  ret void
}

; CHECK-LABEL: plan of 'assumptions', 8 lanes
define void @assumptions(ptr %p, i32 %n, i64 %width) "lanewise-kernel"="assumptions" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %sum = add i32 %narrow, %n
  %wide = zext i32 %sum to i64
  %a = getelementptr float, ptr %p, i64 %wide
  ; CHECK-NEXT: load %x: run, tests 1
  %x = load float, ptr %a
  %row = udiv i64 %id, %width
  %b = getelementptr float, ptr %p, i64 %row
  ; CHECK-NEXT: load %y: one address, tests 1
  %y = load float, ptr %b
  ret void
}

; CHECK-LABEL: plan of 'partners', 8 lanes
define void @partners(ptr %p) "lanewise-kernel"="partners" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %partner = xor i64 %id, 2
  %a = getelementptr float, ptr %p, i64 %partner
  ; CHECK-NEXT: load %x: pieces, 1
  %x = load float, ptr %a
  %half = lshr i64 %id, 1
  %b = getelementptr float, ptr %p, i64 %half
  ; CHECK-NEXT: load %y: pieces, 1
  %y = load float, ptr %b
  ; Two lanes have the same slot.
  ; CHECK-NEXT: store %b: gather
  store float %x, ptr %b
  ret void
}
