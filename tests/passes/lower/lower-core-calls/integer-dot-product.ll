; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %cc --passes=lower-core-calls %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: sext <4 x i8> %v to <4 x i32>
; CHECK: %[[PRODUCTS:.*]] = mul <4 x i32>
; CHECK: call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[PRODUCTS]])
; The packing is no operand: the number is four bytes.
; CHECK: bitcast i32 %i to <4 x i8>
; CHECK: zext <4 x i8> {{.*}} to <4 x i32>
; CHECK: call i32 @llvm.uadd.sat.i32(i32 {{.*}}, i32 7)
; Mixed signs: the first operand is the signed one, and so is the sum.
; CHECK: sext <4 x i8> %v to <4 x i64>
; CHECK: zext <4 x i8> %v to <4 x i64>
; CHECK: call i64 @llvm.sadd.sat.i64
; CHECK-NOT: __spirv
define void @k(<4 x i8> %v, i32 %i, i64 %l) {
  %a = call i32 @_Z20__spirv_SDotKHR_RintDv4_cS_(<4 x i8> %v, <4 x i8> %v)
  %b = call i32 @_Z27__spirv_UDotAccSatKHR_Ruintjjjj(i32 %i, i32 %i, i32 7, i32 0)
  %c = call i64 @_Z28__spirv_SUDotAccSatKHR_RlongDv4_cDv4_hl(<4 x i8> %v, <4 x i8> %v, i64 %l)
  ret void
}
declare i32 @_Z20__spirv_SDotKHR_RintDv4_cS_(<4 x i8>, <4 x i8>)
declare i32 @_Z27__spirv_UDotAccSatKHR_Ruintjjjj(i32, i32, i32, i32)
declare i64 @_Z28__spirv_SUDotAccSatKHR_RlongDv4_cDv4_hl(<4 x i8>, <4 x i8>, i64)
