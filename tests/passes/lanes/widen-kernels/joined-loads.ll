; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Adjacent elements that one work-item loads were gathers of their own, or one access each to all that
; lies between the work-items' elements.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; The parts of a complex number anywhere: one gather of 64 bits. The second part comes first.
; CHECK-LABEL: define void @anywhere(
; CHECK: call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> %{{.*}}, i32 4,
; CHECK-NOT: gather
; CHECK: ret void
define void @anywhere(ptr %p, ptr %at, ptr %q) "lanewise-kernel"="anywhere" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i64, ptr %at, i64 %id
  %index = load i64, ptr %from
  %real = getelementptr { float, float }, ptr %p, i64 %index
  %imaginary = getelementptr i8, ptr %real, i64 4
  %b = load float, ptr %imaginary
  %a = load float, ptr %real
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; The same in an array of floats, as C has it.
; CHECK-LABEL: define void @pairs(
; CHECK: call <4 x i64> @llvm.masked.gather.v4i64.v4p0(
; CHECK-NOT: gather
; CHECK: ret void
define void @pairs(ptr %p, ptr %at, ptr %q) "lanewise-kernel"="pairs" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %at, i64 %id
  %index = load i32, ptr %from
  %even = shl nsw i32 %index, 1
  %odd = or disjoint i32 %even, 1
  %even.wide = sext i32 %even to i64
  %odd.wide = sext i32 %odd to i64
  %real = getelementptr float, ptr %p, i64 %even.wide
  %imaginary = getelementptr float, ptr %p, i64 %odd.wide
  %a = load float, ptr %real
  %b = load float, ptr %imaginary
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; The number is added to the extended index.
; CHECK-LABEL: define void @extended(
; CHECK: call <4 x i64> @llvm.masked.gather.v4i64.v4p0(
; CHECK-NOT: gather
; CHECK: ret void
define void @extended(ptr %p, ptr %at, ptr %q) "lanewise-kernel"="extended" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %at, i64 %id
  %index = load i32, ptr %from
  %even.wide = sext i32 %index to i64
  %odd.wide = add nsw i64 %even.wide, 1
  %real = getelementptr float, ptr %p, i64 %even.wide
  %imaginary = getelementptr float, ptr %p, i64 %odd.wide
  %a = load float, ptr %real
  %b = load float, ptr %imaginary
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; An index that may wrap: the second element may be anywhere.
; CHECK-LABEL: define void @may_wrap(
; CHECK-COUNT-2: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK: ret void
define void @may_wrap(ptr %p, ptr %at, ptr %q) "lanewise-kernel"="may_wrap" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %at, i64 %id
  %index = load i32, ptr %from
  %next = add i32 %index, 1
  %index.wide = sext i32 %index to i64
  %next.wide = sext i32 %next to i64
  %real = getelementptr float, ptr %p, i64 %index.wide
  %imaginary = getelementptr float, ptr %p, i64 %next.wide
  %a = load float, ptr %real
  %b = load float, ptr %imaginary
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; Members of structures side by side: one load of all of them.
; CHECK-LABEL: define void @side_by_side(
; CHECK: call <12 x i32> @llvm.masked.load.v12i32.p0(
; CHECK-NOT: masked.load
; CHECK: ret void
define void @side_by_side(ptr %p, ptr %q) "lanewise-kernel"="side_by_side" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %first = getelementptr [3 x i32], ptr %p, i64 %id
  %second = getelementptr i32, ptr %first, i64 1
  %third = getelementptr i32, ptr %first, i64 2
  %a = load i32, ptr %first
  %b = load i32, ptr %second
  %c = load i32, ptr %third
  %ab = add i32 %a, %b
  %abc = xor i32 %ab, %c
  %to = getelementptr i32, ptr %q, i64 %id
  store i32 %abc, ptr %to
  ret void
}

; Neighbours, which the next work-item loads as well.
; CHECK-LABEL: define void @neighbours(
; CHECK-COUNT-2: call <4 x i32> @llvm.masked.load.v4i32.p0(
; CHECK: ret void
define void @neighbours(ptr %p, ptr %q) "lanewise-kernel"="neighbours" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %left = getelementptr i32, ptr %p, i64 %id
  %right = getelementptr i32, ptr %left, i64 1
  %a = load i32, ptr %left
  %b = load i32, ptr %right
  %c = add i32 %a, %b
  %to = getelementptr i32, ptr %q, i64 %id
  store i32 %c, ptr %to
  ret void
}

; A store between two loads may change what the second one reads.
; CHECK-LABEL: define void @written(
; CHECK-COUNT-2: masked.load.v8i32
; CHECK: ret void
define void @written(ptr %p, ptr %q) "lanewise-kernel"="written" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %first = getelementptr [2 x i32], ptr %p, i64 %id
  %second = getelementptr i32, ptr %first, i64 1
  %to = getelementptr i32, ptr %q, i64 %id
  %a = load i32, ptr %first
  store i32 %a, ptr %to
  %b = load i32, ptr %second
  store i32 %b, ptr %to
  ret void
}

; An index that may wrap does not between two accesses of a small variable. In an object of any size it may.
; CHECK-LABEL: define void @of_variable(
; CHECK: call <4 x i64> @llvm.masked.gather.v4i64.v4p0(
; CHECK-NOT: gather
; CHECK: ret void
@numbers = internal addrspace(3) global [512 x float] undef
define void @of_variable(ptr %at, ptr %q) "lanewise-kernel"="of_variable" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %at, i64 %id
  %index = load i32, ptr %from
  %odd = add i32 %index, 1
  %even.wide = sext i32 %index to i64
  %odd.wide = sext i32 %odd to i64
  %real = getelementptr float, ptr addrspacecast (ptr addrspace(3) @numbers to ptr), i64 %even.wide
  %imaginary = getelementptr float, ptr addrspacecast (ptr addrspace(3) @numbers to ptr), i64 %odd.wide
  %a = load float, ptr %real
  %b = load float, ptr %imaginary
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; An index of 8 bits wraps within it.
; CHECK-LABEL: define void @of_byte(
; CHECK-COUNT-2: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK: ret void
define void @of_byte(ptr %at, ptr %q) "lanewise-kernel"="of_byte" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i8, ptr %at, i64 %id
  %index = load i8, ptr %from
  %odd = add i8 %index, 1
  %even.wide = zext i8 %index to i64
  %odd.wide = zext i8 %odd to i64
  %real = getelementptr float, ptr addrspacecast (ptr addrspace(3) @numbers to ptr), i64 %even.wide
  %imaginary = getelementptr float, ptr addrspacecast (ptr addrspace(3) @numbers to ptr), i64 %odd.wide
  %a = load float, ptr %real
  %b = load float, ptr %imaginary
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}

; CHECK-LABEL: define void @of_object(
; CHECK-COUNT-2: call <4 x float> @llvm.masked.gather.v4f32.v4p0(
; CHECK: ret void
define void @of_object(ptr %p, ptr %at, ptr %q) "lanewise-kernel"="of_object" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %at, i64 %id
  %index = load i32, ptr %from
  %odd = add i32 %index, 1
  %even.wide = sext i32 %index to i64
  %odd.wide = sext i32 %odd to i64
  %real = getelementptr float, ptr %p, i64 %even.wide
  %imaginary = getelementptr float, ptr %p, i64 %odd.wide
  %a = load float, ptr %real
  %b = load float, ptr %imaginary
  %sum = fsub float %a, %b
  %to = getelementptr float, ptr %q, i64 %id
  store float %sum, ptr %to
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
