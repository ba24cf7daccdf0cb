; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; y * 2^n is two products where the level has no instruction for it.
; RUN: %cc --passes=expand-scaling %s | FileCheck %s
declare float @llvm.ldexp.f32.i32(float, i32)
declare <2 x float> @llvm.ldexp.v2f32.v2i32(<2 x float>, <2 x i32>)
declare <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float>, <16 x i32>)
declare <16 x double> @llvm.ldexp.v16f64.v16i32(<16 x double>, <16 x i32>)

; CHECK-LABEL: define <16 x float> @lanes(
; CHECK: %n = add
; CHECK: %[[BITS:.*]] = bitcast <16 x float> %sum to <16 x i32>
; CHECK: %[[HALF:.*]] = lshr <16 x i32> %[[BITS]], <i32 1,
; CHECK: fmul
; CHECK: sub <16 x i32> %[[BITS]], %[[HALF]]
; CHECK: fmul
; CHECK-NOT: ldexp
define <16 x float> @lanes(<16 x float> %y, <16 x float> %sum) {
  %bits = bitcast <16 x float> %sum to <16 x i32>
  %n = add <16 x i32> %bits, splat (i32 -1262485758)
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %y, <16 x i32> %n)
  ret <16 x float> %r
}

; Two registers, and exponents that were truncated.
; CHECK-LABEL: define <16 x double> @doubles(
; CHECK: %[[HALF:.*]] = lshr <16 x i64>
; CHECK: shl <16 x i64> %[[HALF]], <i64 52,
; CHECK-COUNT-2: fmul <16 x double>
; CHECK-NOT: ldexp
define <16 x double> @doubles(<16 x double> %y, <16 x double> %sum) {
  %bits = bitcast <16 x double> %sum to <16 x i64>
  %wide = add <16 x i64> %bits, splat (i64 -4843621399236970494)
  %n = trunc <16 x i64> %wide to <16 x i32>
  %r = call <16 x double> @llvm.ldexp.v16f64.v16i32(<16 x double> %y, <16 x i32> %n)
  ret <16 x double> %r
}

; Exponents of another form: the sum of twice the bias is made here.
; CHECK-LABEL: define <16 x float> @integers(
; CHECK: add <16 x i32> %n, <i32 254,
; CHECK-NOT: ldexp
define <16 x float> @integers(<16 x float> %y, <16 x i32> %n) {
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %y, <16 x i32> %n)
  ret <16 x float> %r
}

; CHECK-LABEL: define float @scalar(
; CHECK-NEXT: %[[BIASED:.*]] = add i32 %n, 254
; CHECK-NEXT: %[[HALF:.*]] = lshr i32 %[[BIASED]], 1
; CHECK-NEXT: %[[BITS:.*]] = shl i32 %[[HALF]], 23
; CHECK-NEXT: %[[POWER:.*]] = bitcast i32 %[[BITS]] to float
; CHECK-NEXT: %[[NEAR:.*]] = fmul float %y, %[[POWER]]
; CHECK-NEXT: %[[REST:.*]] = sub i32 %[[BIASED]], %[[HALF]]
; CHECK-NEXT: %[[MORE:.*]] = shl i32 %[[REST]], 23
; CHECK-NEXT: %[[OTHER:.*]] = bitcast i32 %[[MORE]] to float
; CHECK-NEXT: fmul float %[[NEAR]], %[[OTHER]]
define float @scalar(float %y, i32 %n) {
  %r = call float @llvm.ldexp.f32.i32(float %y, i32 %n)
  ret float %r
}

; Another number than scaled() adds.
; CHECK-LABEL: define <16 x float> @otherSum(
; CHECK: add <16 x i32> %n, <i32 254,
define <16 x float> @otherSum(<16 x float> %y, <16 x float> %sum) {
  %bits = bitcast <16 x float> %sum to <16 x i32>
  %n = add <16 x i32> %bits, splat (i32 -1262485504)
  %r = call <16 x float> @llvm.ldexp.v16f32.v16i32(<16 x float> %y, <16 x i32> %n)
  ret <16 x float> %r
}

; No register is as short.
; CHECK-LABEL: define <2 x float> @short(
; CHECK-COUNT-2: fmul <2 x float>
define <2 x float> @short(<2 x float> %y, <2 x i32> %n) {
  %r = call <2 x float> @llvm.ldexp.v2f32.v2i32(<2 x float> %y, <2 x i32> %n)
  ret <2 x float> %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v3"}
