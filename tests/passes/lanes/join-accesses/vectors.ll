; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Adjacent vectors of eight bytes are one vector: the four complex numbers that a step of a Fourier transform makes.
; RUN: %cc --passes=join-accesses %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @pairs(
; CHECK: %[[BOTH:.*]] = load <4 x float>, ptr %from
; CHECK-NEXT: shufflevector <4 x float> %[[BOTH]], <4 x float> poison, <2 x i32> <i32 0, i32 1>
; CHECK-NEXT: shufflevector <4 x float> %[[BOTH]], <4 x float> poison, <2 x i32> <i32 2, i32 3>
; CHECK: insertelement <4 x float> {{.*}}, float {{.*}}, i64 3
; CHECK: store <4 x float>
; CHECK-NEXT: ret void
define void @pairs(ptr %a, ptr %b) "lanewise-kernel"="pairs" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr [2 x <2 x float>], ptr %a, i64 %id
  %next = getelementptr i8, ptr %from, i64 8
  %x = load <2 x float>, ptr %from, align 4
  %y = load <2 x float>, ptr %next, align 4
  %sum = fadd <2 x float> %x, %y
  %difference = fsub <2 x float> %x, %y
  %to = getelementptr [2 x <2 x float>], ptr %b, i64 %id
  %behind = getelementptr i8, ptr %to, i64 8
  store <2 x float> %sum, ptr %to, align 4
  store <2 x float> %difference, ptr %behind, align 4
  ret void
}

; Vectors of eight bytes of a row: at most 16 components are one vector.
; CHECK-LABEL: define void @bytes(
; CHECK-COUNT-2: load <16 x i8>
; CHECK-NOT: load
; CHECK: ret void
define void @bytes(ptr %a, ptr %b) "lanewise-kernel"="bytes" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr [4 x <8 x i8>], ptr %a, i64 %id
  %second = getelementptr i8, ptr %from, i64 8
  %third = getelementptr i8, ptr %from, i64 16
  %fourth = getelementptr i8, ptr %from, i64 24
  %w = load <8 x i8>, ptr %from, align 1
  %x = load <8 x i8>, ptr %second, align 1
  %y = load <8 x i8>, ptr %third, align 1
  %z = load <8 x i8>, ptr %fourth, align 1
  %wx = add <8 x i8> %w, %x
  %yz = add <8 x i8> %y, %z
  %sum = add <8 x i8> %wx, %yz
  %to = getelementptr <8 x i8>, ptr %b, i64 %id
  store <8 x i8> %sum, ptr %to, align 1
  ret void
}
