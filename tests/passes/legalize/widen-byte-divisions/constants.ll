; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Divisions of vectors of bytes by constants are done in 16 bits. LLVM 19 takes the result for undefined if only some
; elements are used. Other divisions remain.
; RUN: %cc --passes=widen-byte-divisions %s | FileCheck %s

; CHECK-LABEL: define <8 x i8> @signed(
; CHECK: %[[WIDE:.*]] = sext <8 x i8> %x to <8 x i16>
; CHECK: %[[RESULT:.*]] = sdiv <8 x i16> %[[WIDE]], <i16 35, i16 -7, {{.*}}>
; CHECK: trunc <8 x i16> %[[RESULT]] to <8 x i8>
define <8 x i8> @signed(<8 x i8> %x) {
  %d = sdiv <8 x i8> %x, <i8 35, i8 -7, i8 35, i8 35, i8 35, i8 35, i8 35, i8 35>
  ret <8 x i8> %d
}

; CHECK-LABEL: define <4 x i8> @unsigned(
; CHECK: %[[WIDE:.*]] = zext <4 x i8> %x to <4 x i16>
; CHECK: %[[RESULT:.*]] = urem <4 x i16> %[[WIDE]], <i16 200, i16 200, i16 200, i16 200>
; CHECK: trunc <4 x i16> %[[RESULT]] to <4 x i8>
define <4 x i8> @unsigned(<4 x i8> %x) {
  %d = urem <4 x i8> %x, <i8 200, i8 200, i8 200, i8 200>
  ret <4 x i8> %d
}

; CHECK-LABEL: define i8 @scalar(
; CHECK: sdiv i8 %x, 35
define i8 @scalar(i8 %x) {
  %d = sdiv i8 %x, 35
  ret i8 %d
}

; CHECK-LABEL: define <8 x i16> @words(
; CHECK: sdiv <8 x i16> %x,
define <8 x i16> @words(<8 x i16> %x) {
  %d = sdiv <8 x i16> %x, <i16 35, i16 35, i16 35, i16 35, i16 35, i16 35, i16 35, i16 35>
  ret <8 x i16> %d
}

; CHECK-LABEL: define <8 x i8> @variable(
; CHECK: sdiv <8 x i8> %x, %y
define <8 x i8> @variable(<8 x i8> %x, <8 x i8> %y) {
  %d = sdiv <8 x i8> %x, %y
  ret <8 x i8> %d
}
