; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Comparisons whose result follows from the ranges of the operands, and some that look like them.
; RUN: %cc --passes=fold-comparisons %s | FileCheck %s
declare float @llvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare void @use(i1)

; A random number above 0 and up to 1: it is normal, not zero and finite.
; CHECK-LABEL: define void @random(
; CHECK-NEXT: %bits
; CHECK-NEXT: %whole
; CHECK-NEXT: %x
; CHECK-NEXT: %u
; CHECK-NEXT: %half = fcmp olt float %u, 5.000000e-01
; CHECK-NEXT: call void @use(i1 false)
; CHECK-NEXT: call void @use(i1 false)
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 false)
; CHECK-NEXT: call void @use(i1 %half)
define void @random(i32 %state) {
  %bits = lshr i32 %state, 8
  %whole = uitofp i32 %bits to float
  %x = fadd float %whole, 5.000000e-01
  %u = fmul float %x, 0x3E70000000000000
  %subnormal = fcmp olt float %u, 0x3810000000000000
  %zero = fcmp oeq float %u, 0.0
  %positive = fcmp ogt float %u, 0.0
  %infinite = fcmp oeq float %u, 0x7FF0000000000000
  %half = fcmp olt float %u, 5.000000e-01
  call void @use(i1 %subnormal)
  call void @use(i1 %zero)
  call void @use(i1 %positive)
  call void @use(i1 %infinite)
  call void @use(i1 %half)
  ret void
}

; The product may be contracted or flushed, so the last place counts: the largest value of u + v is at most
; one step above 1.
; CHECK-LABEL: define i1 @lastPlace(
; CHECK: %r = fcmp ogt
; CHECK-NEXT: ret i1 %r
define i1 @lastPlace(i8 %a) {
  %x = uitofp i8 %a to float
  %p = fmul contract float %x, 0x3F70101020000000
  %s = fadd contract float %p, 0.0
  %r = fcmp ogt float %s, 1.0
  ret i1 %r
}

; The bits of a number between 1 and 2.
; CHECK-LABEL: define i1 @bits(
; CHECK: ret i1 true
define i1 @bits(i32 %state) {
  %low = lshr i32 %state, 9
  %bits = or i32 %low, 1065353216
  %x = bitcast i32 %bits to float
  %u = fsub float %x, 1.0
  %r = fcmp oge float %u, 0.0
  ret i1 %r
}

; A color of 8 bits, in vectors.
; CHECK-LABEL: define <4 x i1> @color(
; CHECK: ret <4 x i1> zeroinitializer
define <4 x i1> @color(<4 x i8> %c) {
  %x = uitofp <4 x i8> %c to <4 x float>
  %r = fcmp olt <4 x float> %x, zeroinitializer
  ret <4 x i1> %r
}

; What was limited before; NaN passes both selections.
; CHECK-LABEL: define void @limited(
; CHECK: %ordered = fcmp ord
; CHECK-NEXT: call void @use(i1 false)
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 %ordered)
define void @limited(float %x) {
  %below = fcmp olt float %x, -1.0
  %raised = select i1 %below, float -1.0, float %x
  %above = fcmp ogt float %raised, 1.0
  %both = select i1 %above, float 1.0, float %raised
  %large = fcmp ogt float %both, 2.0
  %small = fcmp ult float %both, 2.0
  %ordered = fcmp ord float %both, 0.0
  call void @use(i1 %large)
  call void @use(i1 %small)
  call void @use(i1 %ordered)
  ret void
}

; minnum and maxnum of a number and a NaN are the number.
; CHECK-LABEL: define void @extrema(
; CHECK: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 true)
; CHECK-NEXT: call void @use(i1 true)
define void @extrema(float %x) {
  %a = call float @llvm.maxnum.f32(float %x, float 0.0)
  %b = call float @llvm.minnum.f32(float %a, float 1.0)
  %notNan = fcmp ord float %b, 0.0
  %notNegative = fcmp oge float %b, 0.0
  %notAbove = fcmp ole float %b, 1.0
  call void @use(i1 %notNan)
  call void @use(i1 %notNegative)
  call void @use(i1 %notAbove)
  ret void
}

; CHECK-LABEL: define i1 @functions(
; CHECK: ret i1 true
define i1 @functions(i16 %a) {
  %x = sitofp i16 %a to float
  %m = call float @llvm.fabs.f32(float %x)
  %s = call float @llvm.sqrt.f32(float %m)
  %f = call float @llvm.fma.f32(float %s, float %s, float 1.0)
  %r = fcmp ogt float %f, 0.0
  ret i1 %r
}

; The difference of infinities is NaN, and flags allow other results.
; CHECK-LABEL: define void @unknown(
; CHECK: call void @use(i1 %a)
; CHECK-NEXT: call void @use(i1 %b)
; CHECK-NEXT: call void @use(i1 %c)
define void @unknown(float %x, i8 %n) {
  %m = call float @llvm.fabs.f32(float %x)
  %a = fcmp oge float %m, 0.0
  %i = fsub float 0x7FF0000000000000, %m
  %b = fcmp ord float %i, 0.0
  %y = uitofp i8 %n to float
  %z = fmul reassoc float %y, 2.0
  %c = fcmp oge float %z, 0.0
  call void @use(i1 %a)
  call void @use(i1 %b)
  call void @use(i1 %c)
  ret void
}

; Where subnormal numbers are taken for zero, so are constants and bounds: a product with one may be zero, and
; what was limited by one, too.
; CHECK-LABEL: define void @flushed(
; CHECK: call void @use(i1 %a)
; CHECK-NEXT: call void @use(i1 %b)
; CHECK-NEXT: call void @use(i1 %c)
define void @flushed(i16 %n, float %x) {
  %number = uitofp i16 %n to float
  %large = fadd float %number, 0x4202A05F20000000
  %product = fmul float %large, 0x37D5C73000000000
  %a = fcmp ogt float %product, 0.0
  %raised = call float @llvm.maxnum.f32(float %x, float 0x37A16C2000000000)
  %b = fcmp ogt float %raised, 0.0
  %above = fcmp oge float %x, 0x37A16C2000000000
  %chosen = select i1 %above, float %x, float 1.0
  %c = fcmp oeq float %chosen, 0.0
  call void @use(i1 %a)
  call void @use(i1 %b)
  call void @use(i1 %c)
  ret void
}
