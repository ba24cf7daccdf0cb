; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a sub-group of one, reductions and inclusive scans return the value, exclusive scans the identity
; of the operation for its type.
; RUN: %cc --passes=lower-sub-groups %s | FileCheck %s
; CHECK-LABEL: define void @GroupIAdd_i32
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 0)
; CHECK-NEXT: ret void
define void @GroupIAdd_i32(i32 %x) {
  %r0 = call i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 0, i32 %x)
  call void @take_i32(i32 %r0)
  %r1 = call i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 1, i32 %x)
  call void @take_i32(i32 %r1)
  %r2 = call i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 2, i32 %x)
  call void @take_i32(i32 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupSMin_i8
; CHECK-NEXT: call void @take_i8(i8 %x)
; CHECK-NEXT: call void @take_i8(i8 %x)
; CHECK-NEXT: call void @take_i8(i8 127)
; CHECK-NEXT: ret void
define void @GroupSMin_i8(i8 %x) {
  %r0 = call i8 @_Z17__spirv_GroupSMiniic(i32 3, i32 0, i8 %x)
  call void @take_i8(i8 %r0)
  %r1 = call i8 @_Z17__spirv_GroupSMiniic(i32 3, i32 1, i8 %x)
  call void @take_i8(i8 %r1)
  %r2 = call i8 @_Z17__spirv_GroupSMiniic(i32 3, i32 2, i8 %x)
  call void @take_i8(i8 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupUMin_i16
; CHECK-NEXT: call void @take_i16(i16 %x)
; CHECK-NEXT: call void @take_i16(i16 %x)
; CHECK-NEXT: call void @take_i16(i16 -1)
; CHECK-NEXT: ret void
define void @GroupUMin_i16(i16 %x) {
  %r0 = call i16 @_Z17__spirv_GroupUMiniit(i32 3, i32 0, i16 %x)
  call void @take_i16(i16 %r0)
  %r1 = call i16 @_Z17__spirv_GroupUMiniit(i32 3, i32 1, i16 %x)
  call void @take_i16(i16 %r1)
  %r2 = call i16 @_Z17__spirv_GroupUMiniit(i32 3, i32 2, i16 %x)
  call void @take_i16(i16 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupSMax_i64
; CHECK-NEXT: call void @take_i64(i64 %x)
; CHECK-NEXT: call void @take_i64(i64 %x)
; CHECK-NEXT: call void @take_i64(i64 -9223372036854775808)
; CHECK-NEXT: ret void
define void @GroupSMax_i64(i64 %x) {
  %r0 = call i64 @_Z17__spirv_GroupSMaxiil(i32 3, i32 0, i64 %x)
  call void @take_i64(i64 %r0)
  %r1 = call i64 @_Z17__spirv_GroupSMaxiil(i32 3, i32 1, i64 %x)
  call void @take_i64(i64 %r1)
  %r2 = call i64 @_Z17__spirv_GroupSMaxiil(i32 3, i32 2, i64 %x)
  call void @take_i64(i64 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupUMax_i32
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 0)
; CHECK-NEXT: ret void
define void @GroupUMax_i32(i32 %x) {
  %r0 = call i32 @_Z17__spirv_GroupUMaxiij(i32 3, i32 0, i32 %x)
  call void @take_i32(i32 %r0)
  %r1 = call i32 @_Z17__spirv_GroupUMaxiij(i32 3, i32 1, i32 %x)
  call void @take_i32(i32 %r1)
  %r2 = call i32 @_Z17__spirv_GroupUMaxiij(i32 3, i32 2, i32 %x)
  call void @take_i32(i32 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupFAdd_half
; CHECK-NEXT: call void @take_half(half %x)
; CHECK-NEXT: call void @take_half(half %x)
; CHECK-NEXT: call void @take_half(half 0xH0000)
; CHECK-NEXT: ret void
define void @GroupFAdd_half(half %x) {
  %r0 = call half @_Z17__spirv_GroupFAddiiDh(i32 3, i32 0, half %x)
  call void @take_half(half %r0)
  %r1 = call half @_Z17__spirv_GroupFAddiiDh(i32 3, i32 1, half %x)
  call void @take_half(half %r1)
  %r2 = call half @_Z17__spirv_GroupFAddiiDh(i32 3, i32 2, half %x)
  call void @take_half(half %r2)
  ret void
}
; CHECK-LABEL: define void @GroupFMin_float
; CHECK-NEXT: call void @take_float(float %x)
; CHECK-NEXT: call void @take_float(float %x)
; CHECK-NEXT: call void @take_float(float 0x7FF0000000000000)
; CHECK-NEXT: ret void
define void @GroupFMin_float(float %x) {
  %r0 = call float @_Z17__spirv_GroupFMiniif(i32 3, i32 0, float %x)
  call void @take_float(float %r0)
  %r1 = call float @_Z17__spirv_GroupFMiniif(i32 3, i32 1, float %x)
  call void @take_float(float %r1)
  %r2 = call float @_Z17__spirv_GroupFMiniif(i32 3, i32 2, float %x)
  call void @take_float(float %r2)
  ret void
}
; CHECK-LABEL: define void @GroupFMax_double
; CHECK-NEXT: call void @take_double(double %x)
; CHECK-NEXT: call void @take_double(double %x)
; CHECK-NEXT: call void @take_double(double 0xFFF0000000000000)
; CHECK-NEXT: ret void
define void @GroupFMax_double(double %x) {
  %r0 = call double @_Z17__spirv_GroupFMaxiid(i32 3, i32 0, double %x)
  call void @take_double(double %r0)
  %r1 = call double @_Z17__spirv_GroupFMaxiid(i32 3, i32 1, double %x)
  call void @take_double(double %r1)
  %r2 = call double @_Z17__spirv_GroupFMaxiid(i32 3, i32 2, double %x)
  call void @take_double(double %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformIMul_i8
; CHECK-NEXT: call void @take_i8(i8 %x)
; CHECK-NEXT: call void @take_i8(i8 %x)
; CHECK-NEXT: call void @take_i8(i8 1)
; CHECK-NEXT: ret void
define void @GroupNonUniformIMul_i8(i8 %x) {
  %r0 = call i8 @_Z27__spirv_GroupNonUniformIMuliic(i32 3, i32 0, i8 %x)
  call void @take_i8(i8 %r0)
  %r1 = call i8 @_Z27__spirv_GroupNonUniformIMuliic(i32 3, i32 1, i8 %x)
  call void @take_i8(i8 %r1)
  %r2 = call i8 @_Z27__spirv_GroupNonUniformIMuliic(i32 3, i32 2, i8 %x)
  call void @take_i8(i8 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformFMul_double
; CHECK-NEXT: call void @take_double(double %x)
; CHECK-NEXT: call void @take_double(double %x)
; CHECK-NEXT: call void @take_double(double 1.000000e+00)
; CHECK-NEXT: ret void
define void @GroupNonUniformFMul_double(double %x) {
  %r0 = call double @_Z27__spirv_GroupNonUniformFMuliid(i32 3, i32 0, double %x)
  call void @take_double(double %r0)
  %r1 = call double @_Z27__spirv_GroupNonUniformFMuliid(i32 3, i32 1, double %x)
  call void @take_double(double %r1)
  %r2 = call double @_Z27__spirv_GroupNonUniformFMuliid(i32 3, i32 2, double %x)
  call void @take_double(double %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformFMin_half
; CHECK-NEXT: call void @take_half(half %x)
; CHECK-NEXT: call void @take_half(half %x)
; CHECK-NEXT: call void @take_half(half 0xH7C00)
; CHECK-NEXT: ret void
define void @GroupNonUniformFMin_half(half %x) {
  %r0 = call half @_Z27__spirv_GroupNonUniformFMiniiDh(i32 3, i32 0, half %x)
  call void @take_half(half %r0)
  %r1 = call half @_Z27__spirv_GroupNonUniformFMiniiDh(i32 3, i32 1, half %x)
  call void @take_half(half %r1)
  %r2 = call half @_Z27__spirv_GroupNonUniformFMiniiDh(i32 3, i32 2, half %x)
  call void @take_half(half %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformBitwiseAnd_i32
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 -1)
; CHECK-NEXT: ret void
define void @GroupNonUniformBitwiseAnd_i32(i32 %x) {
  %r0 = call i32 @_Z33__spirv_GroupNonUniformBitwiseAndiii(i32 3, i32 0, i32 %x)
  call void @take_i32(i32 %r0)
  %r1 = call i32 @_Z33__spirv_GroupNonUniformBitwiseAndiii(i32 3, i32 1, i32 %x)
  call void @take_i32(i32 %r1)
  %r2 = call i32 @_Z33__spirv_GroupNonUniformBitwiseAndiii(i32 3, i32 2, i32 %x)
  call void @take_i32(i32 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformBitwiseOr_i32
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 %x)
; CHECK-NEXT: call void @take_i32(i32 0)
; CHECK-NEXT: ret void
define void @GroupNonUniformBitwiseOr_i32(i32 %x) {
  %r0 = call i32 @_Z32__spirv_GroupNonUniformBitwiseOriii(i32 3, i32 0, i32 %x)
  call void @take_i32(i32 %r0)
  %r1 = call i32 @_Z32__spirv_GroupNonUniformBitwiseOriii(i32 3, i32 1, i32 %x)
  call void @take_i32(i32 %r1)
  %r2 = call i32 @_Z32__spirv_GroupNonUniformBitwiseOriii(i32 3, i32 2, i32 %x)
  call void @take_i32(i32 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformBitwiseXor_i64
; CHECK-NEXT: call void @take_i64(i64 %x)
; CHECK-NEXT: call void @take_i64(i64 %x)
; CHECK-NEXT: call void @take_i64(i64 0)
; CHECK-NEXT: ret void
define void @GroupNonUniformBitwiseXor_i64(i64 %x) {
  %r0 = call i64 @_Z33__spirv_GroupNonUniformBitwiseXoriil(i32 3, i32 0, i64 %x)
  call void @take_i64(i64 %r0)
  %r1 = call i64 @_Z33__spirv_GroupNonUniformBitwiseXoriil(i32 3, i32 1, i64 %x)
  call void @take_i64(i64 %r1)
  %r2 = call i64 @_Z33__spirv_GroupNonUniformBitwiseXoriil(i32 3, i32 2, i64 %x)
  call void @take_i64(i64 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformLogicalAnd_i1
; CHECK-NEXT: call void @take_i1(i1 %x)
; CHECK-NEXT: call void @take_i1(i1 %x)
; CHECK-NEXT: call void @take_i1(i1 true)
; CHECK-NEXT: ret void
define void @GroupNonUniformLogicalAnd_i1(i1 %x) {
  %r0 = call i1 @_Z33__spirv_GroupNonUniformLogicalAndiib(i32 3, i32 0, i1 %x)
  call void @take_i1(i1 %r0)
  %r1 = call i1 @_Z33__spirv_GroupNonUniformLogicalAndiib(i32 3, i32 1, i1 %x)
  call void @take_i1(i1 %r1)
  %r2 = call i1 @_Z33__spirv_GroupNonUniformLogicalAndiib(i32 3, i32 2, i1 %x)
  call void @take_i1(i1 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformLogicalOr_i1
; CHECK-NEXT: call void @take_i1(i1 %x)
; CHECK-NEXT: call void @take_i1(i1 %x)
; CHECK-NEXT: call void @take_i1(i1 false)
; CHECK-NEXT: ret void
define void @GroupNonUniformLogicalOr_i1(i1 %x) {
  %r0 = call i1 @_Z32__spirv_GroupNonUniformLogicalOriib(i32 3, i32 0, i1 %x)
  call void @take_i1(i1 %r0)
  %r1 = call i1 @_Z32__spirv_GroupNonUniformLogicalOriib(i32 3, i32 1, i1 %x)
  call void @take_i1(i1 %r1)
  %r2 = call i1 @_Z32__spirv_GroupNonUniformLogicalOriib(i32 3, i32 2, i1 %x)
  call void @take_i1(i1 %r2)
  ret void
}
; CHECK-LABEL: define void @GroupNonUniformLogicalXor_i1
; CHECK-NEXT: call void @take_i1(i1 %x)
; CHECK-NEXT: call void @take_i1(i1 %x)
; CHECK-NEXT: call void @take_i1(i1 false)
; CHECK-NEXT: ret void
define void @GroupNonUniformLogicalXor_i1(i1 %x) {
  %r0 = call i1 @_Z33__spirv_GroupNonUniformLogicalXoriib(i32 3, i32 0, i1 %x)
  call void @take_i1(i1 %r0)
  %r1 = call i1 @_Z33__spirv_GroupNonUniformLogicalXoriib(i32 3, i32 1, i1 %x)
  call void @take_i1(i1 %r1)
  %r2 = call i1 @_Z33__spirv_GroupNonUniformLogicalXoriib(i32 3, i32 2, i1 %x)
  call void @take_i1(i1 %r2)
  ret void
}
; CHECK-LABEL: define i32 @clustered
; CHECK-NEXT: ret i32 %x
define i32 @clustered(i32 %x) {
  %r = call i32 @_Z27__spirv_GroupNonUniformIAddiiij(i32 3, i32 3, i32 %x, i32 1)
  ret i32 %r
}
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
declare i8 @_Z17__spirv_GroupSMiniic(i32, i32, i8)
declare i16 @_Z17__spirv_GroupUMiniit(i32, i32, i16)
declare i64 @_Z17__spirv_GroupSMaxiil(i32, i32, i64)
declare i32 @_Z17__spirv_GroupUMaxiij(i32, i32, i32)
declare half @_Z17__spirv_GroupFAddiiDh(i32, i32, half)
declare float @_Z17__spirv_GroupFMiniif(i32, i32, float)
declare double @_Z17__spirv_GroupFMaxiid(i32, i32, double)
declare i8 @_Z27__spirv_GroupNonUniformIMuliic(i32, i32, i8)
declare double @_Z27__spirv_GroupNonUniformFMuliid(i32, i32, double)
declare half @_Z27__spirv_GroupNonUniformFMiniiDh(i32, i32, half)
declare i32 @_Z33__spirv_GroupNonUniformBitwiseAndiii(i32, i32, i32)
declare i32 @_Z32__spirv_GroupNonUniformBitwiseOriii(i32, i32, i32)
declare i64 @_Z33__spirv_GroupNonUniformBitwiseXoriil(i32, i32, i64)
declare i1 @_Z33__spirv_GroupNonUniformLogicalAndiib(i32, i32, i1)
declare i1 @_Z32__spirv_GroupNonUniformLogicalOriib(i32, i32, i1)
declare i1 @_Z33__spirv_GroupNonUniformLogicalXoriib(i32, i32, i1)
declare void @take_i32(i32)
declare void @take_i8(i8)
declare void @take_i16(i16)
declare void @take_i64(i64)
declare void @take_half(half)
declare void @take_float(float)
declare void @take_double(double)
declare void @take_i1(i1)
declare i32 @_Z27__spirv_GroupNonUniformIAddiiij(i32, i32, i32, i32)
