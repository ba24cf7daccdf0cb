; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Stores of 3-element vectors left in the padding what a register contained, which differed between
; microarchitecture levels. Other undefined elements stay.
; RUN: %cc --passes=pad-vectors %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: %a = shufflevector <3 x float> %v, <3 x float> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x i16> <i16 1, i16 2, i16 3, i16 0>, ptr %p
; CHECK: shufflevector <3 x float> %v, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
; CHECK: shufflevector <2 x float> %w, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
define void @k(ptr %p, <3 x float> %v, <2 x float> %w) {
  %a = shufflevector <3 x float> %v, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %a, ptr %p
  store <4 x i16> <i16 1, i16 2, i16 3, i16 undef>, ptr %p
  %b = shufflevector <3 x float> %v, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  store <4 x float> %b, ptr %p
  %c = shufflevector <2 x float> %w, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  store <4 x float> %c, ptr %p
  ret void
}
