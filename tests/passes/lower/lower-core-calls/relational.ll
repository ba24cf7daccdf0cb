; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %cc --passes=lower-core-calls %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: %[[NAN:.*]] = call <4 x i1> @llvm.is.fpclass.v4f32(<4 x float> %v, i32 3)
; CHECK: zext <4 x i1> %[[NAN]] to <4 x i8>
; CHECK: %[[BITS:.*]] = trunc <4 x i8> %t to <4 x i1>
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[BITS]])
; CHECK: fmul float
; CHECK-COUNT-3: call float @llvm.fmuladd.f32
; CHECK: call i32 @llvm.ctpop.i32(i32 %i)
; CHECK: mul i64
; CHECK-NOT: __spirv
define void @k(<4 x float> %v, <4 x i8> %t, i32 %i) {
  %a = call <4 x i8> @_Z13__spirv_IsNanDv4_f(<4 x float> %v)
  %b = call i1 @_Z11__spirv_AnyDv4_c(<4 x i8> %t)
  %c = call float @_Z11__spirv_DotDv4_fS_(<4 x float> %v, <4 x float> %v)
  %d = call i32 @_Z16__spirv_BitCounti(i32 %i)
  %e = call { i32, i32 } @_Z20__spirv_UMulExtendedii(i32 %i, i32 %i)
  ret void
}
declare <4 x i8> @_Z13__spirv_IsNanDv4_f(<4 x float>)
declare i1 @_Z11__spirv_AnyDv4_c(<4 x i8>)
declare float @_Z11__spirv_DotDv4_fS_(<4 x float>, <4 x float>)
declare i32 @_Z16__spirv_BitCounti(i32)
declare { i32, i32 } @_Z20__spirv_UMulExtendedii(i32, i32)
