; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The members of a structure that lie side by side are one load and one store of a vector.
; RUN: %cc --passes=join-accesses %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @complex(
; CHECK: load <2 x float>, ptr %real
; CHECK: store <2 x float>
define void @complex(ptr %a, ptr %b) "lanewise-kernel"="complex" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %real = getelementptr { float, float }, ptr %a, i64 %id
  %imaginary = getelementptr i8, ptr %real, i64 4
  %x = load float, ptr %real
  %y = load float, ptr %imaginary
  %to = getelementptr { float, float }, ptr %b, i64 %id
  %behind = getelementptr i8, ptr %to, i64 4
  store float %y, ptr %to
  store float %x, ptr %behind
  ret void
}

; Neighbours that are adjacent between work-items, too, stay apart.
; CHECK-LABEL: define void @stencil(
; CHECK-COUNT-2: load float
; CHECK: ret void
define void @stencil(ptr %a, ptr %b) "lanewise-kernel"="stencil" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr float, ptr %a, i64 %id
  %next = getelementptr i8, ptr %from, i64 4
  %x = load float, ptr %from
  %y = load float, ptr %next
  %sum = fadd float %x, %y
  %to = getelementptr float, ptr %b, i64 %id
  store float %sum, ptr %to
  ret void
}

; Elements of a row of a matrix: the index of an array follows that of the pointer to it.
; CHECK-LABEL: define void @row(
; CHECK: load <2 x float>, ptr %first
; CHECK-NOT: load float
; CHECK: load <2 x float>, ptr %third
; CHECK-NOT: load float
; CHECK: ret void
define void @row(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="row" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %even = shl nuw nsw i64 %id, 1
  %odd = or disjoint i64 %even, 1
  %first = getelementptr [64 x float], ptr %a, i64 0, i64 %even
  %w = load float, ptr %first
  %second = getelementptr [64 x float], ptr %a, i64 0, i64 %odd
  %x = load float, ptr %second
  %third = getelementptr [64 x float], ptr %a, i64 %n, i64 %even
  %y = load float, ptr %third
  %fourth = getelementptr [64 x float], ptr %a, i64 %n, i64 %odd
  %z = load float, ptr %fourth
  %wx = fadd float %w, %x
  %yz = fadd float %y, %z
  %sum = fadd float %wx, %yz
  %to = getelementptr float, ptr %b, i64 %id
  store float %sum, ptr %to
  ret void
}

; Elements of two rows stay apart: nothing is known of their distance.
; CHECK-LABEL: define void @rows(
; CHECK-COUNT-2: load float
; CHECK: ret void
define void @rows(ptr %a, ptr %b, i64 %n, i64 %m) "lanewise-kernel"="rows" "lanewise-arguments"="v0,v8,v16,v24" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %even = shl nuw nsw i64 %id, 1
  %odd = or disjoint i64 %even, 1
  %first = getelementptr [64 x float], ptr %a, i64 %n, i64 %even
  %x = load float, ptr %first
  %second = getelementptr [64 x float], ptr %a, i64 %m, i64 %odd
  %y = load float, ptr %second
  %sum = fadd float %x, %y
  %to = getelementptr float, ptr %b, i64 %id
  store float %sum, ptr %to
  ret void
}
