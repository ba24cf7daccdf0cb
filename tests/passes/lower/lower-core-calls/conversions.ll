; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Rounding modes that LLVM does not have are functions of the library, one call per component.
; RUN: %cc --passes=lower-core-calls %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: call <2 x i32> @llvm.fptosi.sat.v2i32.v2f32(<2 x float> %v)
; CHECK-COUNT-2: call i8 @lw_ConvertFToS_ri8_sat_rte_f32(float
; CHECK-COUNT-2: call half @lw_FConvert_rf16_rtn_f32(float
; CHECK: %[[HIGH:.*]] = call i32 @llvm.umin.i32(i32 %i, i32 127)
; CHECK: trunc i32 %[[HIGH]] to i8
; CHECK: %[[LOW:.*]] = call i32 @llvm.smax.i32(i32 %i, i32 0)
; CHECK: call i32 @llvm.smin.i32(i32 %[[LOW]], i32 255)
; CHECK-NOT: convert_uchar
define void @k(<2 x float> %v, i32 %i) {
  %a = call <2 x i32> @_Z29__spirv_ConvertFToS_Rint2_satDv2_f(<2 x float> %v)
  %b = call <2 x i8> @_Z34__spirv_ConvertFToS_Rchar2_sat_rteDv2_f(<2 x float> %v)
  %c = call <2 x half> @_Z27__spirv_FConvert_Rhalf2_rtnDv2_f(<2 x float> %v)
  %d = call i8 @_Z28__spirv_SatConvertUToS_Rcharj(i32 %i)
  %e = call i8 @_Z21convert_uchar_sat_rtei(i32 %i)
  ret void
}
declare <2 x i32> @_Z29__spirv_ConvertFToS_Rint2_satDv2_f(<2 x float>)
declare <2 x i8> @_Z34__spirv_ConvertFToS_Rchar2_sat_rteDv2_f(<2 x float>)
declare <2 x half> @_Z27__spirv_FConvert_Rhalf2_rtnDv2_f(<2 x float>)
declare i8 @_Z28__spirv_SatConvertUToS_Rcharj(i32)
declare i8 @_Z21convert_uchar_sat_rtei(i32)
