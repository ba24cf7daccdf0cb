; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Roundings of vectors of half are those of float; what only moves bits, and scalars, stay.
; RUN: %cc -passes=widen-half %s | FileCheck %s
; CHECK-LABEL: define <8 x half> @vectors
; CHECK: %[[X:.*]] = fpext <8 x half> %x to <8 x float>
; CHECK: %[[FLOOR:.*]] = call <8 x float> @llvm.floor.v8f32(<8 x float> %[[X]])
; CHECK: fptrunc <8 x float> %[[FLOOR]] to <8 x half>
; CHECK: call <8 x float> @llvm.ceil.v8f32
; CHECK: call <8 x float> @llvm.trunc.v8f32
; CHECK: call <8 x float> @llvm.rint.v8f32
; CHECK: call <8 x float> @llvm.roundeven.v8f32
; CHECK: call <8 x half> @llvm.fabs.v8f16
; CHECK: call half @llvm.floor.f16(half %y)
define <8 x half> @vectors(<8 x half> %x, half %y) {
  %a = call <8 x half> @llvm.floor.v8f16(<8 x half> %x)
  %b = call <8 x half> @llvm.ceil.v8f16(<8 x half> %a)
  %c = call <8 x half> @llvm.trunc.v8f16(<8 x half> %b)
  %d = call <8 x half> @llvm.rint.v8f16(<8 x half> %c)
  %e = call <8 x half> @llvm.roundeven.v8f16(<8 x half> %d)
  %f = call <8 x half> @llvm.fabs.v8f16(<8 x half> %e)
  %g = call half @llvm.floor.f16(half %y)
  %h = insertelement <8 x half> %f, half %g, i32 0
  ret <8 x half> %h
}
