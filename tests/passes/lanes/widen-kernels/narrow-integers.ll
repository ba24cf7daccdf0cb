; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; C computes with bytes in 32 bits. Where 16 are enough, vectors have 16.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: define void @pixels(
; CHECK: zext <4 x i8> %{{.*}} to <4 x i16>
; CHECK: sub <4 x i16>
; CHECK: shl <4 x i16>
; CHECK: call <4 x i16> @llvm.abs.v4i16(
; CHECK: icmp ult <4 x i16> {{.*}}, <i16 700,
; CHECK: select <4 x i1> %{{.*}}, <4 x i16>
; CHECK: call <4 x i16> @llvm.umin.v4i16(
; CHECK: trunc <4 x i16> %{{.*}} to <4 x i8>
; CHECK: ret void
define void @pixels(ptr %p, ptr %q) "lanewise-kernel"="pixels" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %a.at = getelementptr i8, ptr %p, i64 %id
  %b.at = getelementptr i8, ptr %q, i64 %id
  %a.byte = load i8, ptr %a.at
  %b.byte = load i8, ptr %b.at
  %a = zext i8 %a.byte to i32
  %b = zext i8 %b.byte to i32
  %difference = sub i32 %a, %b
  %twice = shl i32 %difference, 1
  %size = call i32 @llvm.abs.i32(i32 %twice, i1 false)
  %large = icmp ult i32 %size, 700
  %chosen = select i1 %large, i32 %size, i32 3
  %most = call i32 @llvm.umin.i32(i32 %chosen, i32 255)
  %byte = trunc i32 %most to i8
  store i8 %byte, ptr %b.at
  ret void
}

; The square of a byte needs 17 bits. The unsigned smallest of a negative number is another one in 16 bits.
; CHECK-LABEL: define void @too_large(
; CHECK: mul <4 x i32>
; CHECK: call <4 x i32> @llvm.umin.v4i32(
; CHECK: ret void
define void @too_large(ptr %p, ptr %q) "lanewise-kernel"="too_large" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %a.at = getelementptr i8, ptr %p, i64 %id
  %b.at = getelementptr i16, ptr %q, i64 %id
  %a.byte = load i8, ptr %a.at
  %a = zext i8 %a.byte to i32
  %square = mul i32 %a, %a
  %low = trunc i32 %square to i16
  store i16 %low, ptr %b.at
  %less = sub i32 %a, 9
  %least = call i32 @llvm.umin.i32(i32 %less, i32 255)
  %byte = trunc i32 %least to i8
  store i8 %byte, ptr %a.at
  ret void
}

; What is wanted in 32 bits is computed there, if it takes no more operations.
; CHECK-LABEL: define void @wanted(
; CHECK: zext <4 x i8> %{{.*}} to <4 x i32>
; CHECK: add <4 x i32>
; CHECK: uitofp
; CHECK: ret void
define void @wanted(ptr %p, ptr %q) "lanewise-kernel"="wanted" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %a.at = getelementptr i8, ptr %p, i64 %id
  %b.at = getelementptr float, ptr %q, i64 %id
  %a.byte = load i8, ptr %a.at
  %a = zext i8 %a.byte to i32
  %more = add i32 %a, 1
  %number = uitofp i32 %more to float
  store float %number, ptr %b.at
  ret void
}

; Two networks that are compared are both narrowed, and what is wanted in 32 bits is widened behind it.
; CHECK-LABEL: define void @compared(
; CHECK: icmp slt <4 x i16>
; CHECK: sext <4 x i16> %{{.*}} to <4 x i32>
; CHECK: ret void
define void @compared(ptr %p, ptr %q, ptr %r) "lanewise-kernel"="compared" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %a.at = getelementptr i8, ptr %p, i64 %id
  %b.at = getelementptr i8, ptr %q, i64 %id
  %to = getelementptr i32, ptr %r, i64 %id
  %a.byte = load i8, ptr %a.at
  %b.byte = load i8, ptr %b.at
  %a = sext i8 %a.byte to i32
  %b = zext i8 %b.byte to i32
  %a.less = sub i32 %a, 3
  %a.masked = xor i32 %a.less, 5
  %b.half = lshr i32 %b, 1
  %less = icmp slt i32 %a.masked, %b.half
  %most = call i32 @llvm.smax.i32(i32 %a.masked, i32 -7)
  %result = select i1 %less, i32 %most, i32 1
  store i32 %result, ptr %to
  ret void
}

; The narrow form of an extension is what it extends, here a truncation of a network that is narrowed, too. The
; compiler used it after it was gone.
; CHECK-LABEL: define void @shorts(
; CHECK: %[[SHORT:.*]] = select <4 x i1> %{{.*}}, <4 x i16> %{{.*}}, <4 x i16> <i16 11,
; CHECK: select <4 x i1> %{{.*}}, <4 x i16> <i16 12, {{.*}}>, <4 x i16> %[[SHORT]]
; CHECK: ret void
define void @shorts(ptr %p, ptr %q) "lanewise-kernel"="shorts" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %a = load i32, ptr %at
  %more = icmp sgt i32 %a, 4
  %less = icmp slt i32 %a, 1
  %number = trunc i32 %a to i16
  %number.wide = sext i16 %number to i32
  %first = select i1 %more, i32 %number.wide, i32 11
  %first.short = trunc i32 %first to i16
  %first.wide = sext i16 %first.short to i32
  %second = select i1 %less, i32 12, i32 %first.wide
  %second.short = trunc i32 %second to i16
  %second.wide = sext i16 %second.short to i32
  %b = mul i32 %second.wide, 31
  %c = mul i32 %first.wide, 37
  %sum = add i32 %b, %c
  %to = getelementptr i32, ptr %q, i64 %id
  store i32 %sum, ptr %to
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-register-bits", i32 512}
