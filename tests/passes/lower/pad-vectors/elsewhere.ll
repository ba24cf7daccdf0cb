; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Only the fourth element of what was a vector of three is padding: other orders, other lengths and defined
; elements stay as they are.
; RUN: %cc --passes=pad-vectors %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: shufflevector <3 x float> %v, <3 x float> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 poison>
; CHECK: store <2 x i16> <i16 1, i16 undef>, ptr %p
; CHECK: store <4 x i16> <i16 1, i16 2, i16 undef, i16 4>, ptr %p
; CHECK: store <8 x i16> <i16 1, i16 2, i16 3, i16 undef, i16 5, i16 6, i16 7, i16 8>, ptr %p
; CHECK: %b = shufflevector <3 x double> %w, <3 x double> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 0.000000e+00>, ptr %p
define void @k(ptr %p, <3 x float> %v, <3 x double> %w) {
  %a = shufflevector <3 x float> %v, <3 x float> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 poison>
  store <4 x float> %a, ptr %p
  store <2 x i16> <i16 1, i16 undef>, ptr %p
  store <4 x i16> <i16 1, i16 2, i16 undef, i16 4>, ptr %p
  store <8 x i16> <i16 1, i16 2, i16 3, i16 undef, i16 5, i16 6, i16 7, i16 8>, ptr %p
  %b = shufflevector <3 x double> %w, <3 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x double> %b, ptr %p
  store <4 x float> <float 1.0, float 2.0, float 3.0, float poison>, ptr %p
  ret void
}
