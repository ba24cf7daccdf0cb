; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Conversions of vectors that saturate were made element by element.
; RUN: %cc --passes=expand-saturation %s | FileCheck %s
declare <16 x i32> @llvm.fptosi.sat.v16i32.v16f32(<16 x float>)
declare <16 x i8> @llvm.fptoui.sat.v16i8.v16f32(<16 x float>)
declare <8 x i32> @llvm.fptosi.sat.v8i32.v8f64(<8 x double>)
declare i32 @llvm.fptosi.sat.i32.f32(float)

; The largest integer lies between two floats; NaN becomes zero.
; CHECK-LABEL: define <16 x i32> @between(
; CHECK: %[[ABOVE:.*]] = fcmp ogt <16 x float> %x, <float 0xC1E0000000000000,
; CHECK: %[[LOW:.*]] = select <16 x i1> %[[ABOVE]], <16 x float> %x, <16 x float> <float 0xC1E0000000000000,
; CHECK: %[[BELOW:.*]] = fcmp olt <16 x float> %[[LOW]], <float 0x41DFFFFFE0000000,
; CHECK: %[[IN:.*]] = select <16 x i1> %[[BELOW]], <16 x float> %[[LOW]], <16 x float> <float 0x41DFFFFFE0000000,
; CHECK: %[[N:.*]] = fptosi <16 x float> %[[IN]] to <16 x i32>
; CHECK: %[[ORDERED:.*]] = fcmp ord <16 x float> %x, %x
; CHECK: %[[M:.*]] = select <16 x i1> %[[ORDERED]], <16 x i32> %[[N]], <16 x i32> zeroinitializer
; CHECK: %[[OVER:.*]] = fcmp ogt <16 x float> %x, <float 0x41DFFFFFE0000000,
; CHECK: select <16 x i1> %[[OVER]], <16 x i32> <i32 2147483647,{{.*}}>, <16 x i32> %[[M]]
define <16 x i32> @between(<16 x float> %x) {
  %r = call <16 x i32> @llvm.fptosi.sat.v16i32.v16f32(<16 x float> %x)
  ret <16 x i32> %r
}

; Both bounds are floats, and the lower one is where NaN goes.
; CHECK-LABEL: define <16 x i8> @bytes(
; CHECK: fcmp ogt <16 x float> %x, zeroinitializer
; CHECK: fcmp olt <16 x float> %{{.*}}, <float 2.550000e+02,
; CHECK: %[[N:.*]] = fptoui <16 x float> %{{.*}} to <16 x i8>
; CHECK-NEXT: ret <16 x i8> %[[N]]
define <16 x i8> @bytes(<16 x float> %x) {
  %r = call <16 x i8> @llvm.fptoui.sat.v16i8.v16f32(<16 x float> %x)
  ret <16 x i8> %r
}

; CHECK-LABEL: define <8 x i32> @doubles(
; CHECK: fptosi <8 x double>
; CHECK: %[[M:.*]] = select <8 x i1> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK-NEXT: ret <8 x i32> %[[M]]
define <8 x i32> @doubles(<8 x double> %x) {
  %r = call <8 x i32> @llvm.fptosi.sat.v8i32.v8f64(<8 x double> %x)
  ret <8 x i32> %r
}

; CHECK-LABEL: define i32 @scalar(
; CHECK-NEXT: call i32 @llvm.fptosi.sat.i32.f32(float %x)
define i32 @scalar(float %x) {
  %r = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  ret i32 %r
}
