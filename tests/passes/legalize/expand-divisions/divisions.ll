; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vectors of integers are divided as floating-point numbers, which have the same quotients. A division and a remainder
; share them.
; RUN: %cc --passes=expand-divisions %s | FileCheck %s

; CHECK-LABEL: define <8 x i32> @signed(
; CHECK: %[[N:.*]] = sitofp <8 x i32> %n to <8 x double>
; CHECK: %[[D:.*]] = sitofp <8 x i32> %d to <8 x double>
; CHECK: %[[RATIO:.*]] = fdiv <8 x double> %[[N]], %[[D]]
; CHECK: %[[QUOTIENT:.*]] = fptosi <8 x double> %[[RATIO]] to <8 x i32>
; CHECK-NOT: fdiv
; CHECK: %[[PRODUCT:.*]] = mul <8 x i32> %[[QUOTIENT]], %d
; CHECK: %[[REST:.*]] = sub <8 x i32> %n, %[[PRODUCT]]
; CHECK: xor <8 x i32> %[[QUOTIENT]], %[[REST]]
define <8 x i32> @signed(<8 x i32> %n, <8 x i32> %d) {
  %quotient = sdiv <8 x i32> %n, %d
  %rest = srem <8 x i32> %n, %d
  %both = xor <8 x i32> %quotient, %rest
  ret <8 x i32> %both
}

; CHECK-LABEL: define <16 x i16> @unsigned(
; CHECK: uitofp <16 x i16> %n to <16 x float>
; CHECK: fdiv <16 x float>
; CHECK: fptoui <16 x float> %{{.*}} to <16 x i16>
; CHECK-NOT: udiv
define <16 x i16> @unsigned(<16 x i16> %n, <16 x i16> %d) {
  %quotient = udiv <16 x i16> %n, %d
  ret <16 x i16> %quotient
}

; The same bits as signed and as unsigned numbers, in one block.
; CHECK-LABEL: define <4 x i32> @both(
; CHECK: fptosi
; CHECK: fptoui
define <4 x i32> @both(<4 x i32> %n, <4 x i32> %d) {
  %signed = sdiv <4 x i32> %n, %d
  %unsigned = udiv <4 x i32> %n, %d
  %xor = xor <4 x i32> %signed, %unsigned
  ret <4 x i32> %xor
}

; Constants, 64 bits, and numbers that are no vectors.
; CHECK-LABEL: define <8 x i32> @constant(
; CHECK: sdiv <8 x i32> %n,
define <8 x i32> @constant(<8 x i32> %n) {
  %quotient = sdiv <8 x i32> %n, <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  ret <8 x i32> %quotient
}
; CHECK-LABEL: define <8 x i64> @long(
; CHECK: urem <8 x i64> %n, %d
define <8 x i64> @long(<8 x i64> %n, <8 x i64> %d) {
  %rest = urem <8 x i64> %n, %d
  ret <8 x i64> %rest
}
; CHECK-LABEL: define i32 @scalar(
; CHECK: sdiv i32 %n, %d
define i32 @scalar(i32 %n, i32 %d) {
  %quotient = sdiv i32 %n, %d
  ret i32 %quotient
}
