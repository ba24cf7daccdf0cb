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
