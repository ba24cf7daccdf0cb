; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; With fast flags vectors were divided by an approximation that differs from processor to processor, and that had 12 bits
; for divisors from 2^113 on.
; RUN: %cc --from=group --level=x86-64-v2 -S -o - %s | FileCheck %s
; RUN: %cc --from=group --level=x86-64-v3 -S -o - %s | FileCheck %s
; CHECK-NOT: rcpps
; CHECK-NOT: rsqrtps
; CHECK: divps
; CHECK: sqrtps
define <4 x float> @quotient(<4 x float> %x, <4 x float> %y) {
  %r = fdiv fast <4 x float> %x, %y
  ret <4 x float> %r
}
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
define <4 x float> @root(<4 x float> %x) {
  %r = call fast <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
  %s = fdiv fast <4 x float> <float 1.0, float 1.0, float 1.0, float 1.0>, %r
  ret <4 x float> %s
}
