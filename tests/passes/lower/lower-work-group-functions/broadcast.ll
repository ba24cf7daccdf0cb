; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a broadcast one work-item has the bits of its value, all others have none.
; RUN: %cc --passes=lower-work-group-functions %s | FileCheck %s
; CHECK-LABEL: define float @one(
; CHECK: %[[ID:.*]] = call i64 @lanewise.local_id(i32 0)
; CHECK: %[[IS:.*]] = icmp eq i64 %[[ID]], %i
; CHECK: %[[BITS:.*]] = bitcast float %x to i32
; CHECK: %[[SHARED:.*]] = select i1 %[[IS]], i32 %[[BITS]], i32 0
; CHECK: %[[ALL:.*]] = call i32 @lanewise.work_group.reduce.or.i32(i32 %[[SHARED]])
; CHECK: %[[VALUE:.*]] = bitcast i32 %[[ALL]] to float
; CHECK: ret float %[[VALUE]]
define float @one(float %x, i64 %i) {
  %r = call float @_Z22__spirv_GroupBroadcastifm(i32 2, float %x, i64 %i)
  ret float %r
}
; CHECK-LABEL: define <2 x i8> @three(
; CHECK: %[[X:.*]] = extractelement <3 x i32> %i, i64 0
; CHECK-DAG: %[[X64:.*]] = zext i32 %[[X]] to i64
; CHECK-DAG: %[[ID:.*]] = call i64 @lanewise.local_id(i32 0)
; CHECK: icmp eq i64 %[[ID]], %[[X64]]
; CHECK: call i64 @lanewise.local_id(i32 1)
; CHECK: and i1
; CHECK: call i64 @lanewise.local_id(i32 2)
; CHECK: %[[IS:.*]] = and i1
; CHECK: extractelement <2 x i8> %x, i64 0
; CHECK: select i1 %[[IS]]
; CHECK: call i8 @lanewise.work_group.reduce.or.i8(
; CHECK: extractelement <2 x i8> %x, i64 1
; CHECK: select i1 %[[IS]]
; CHECK: call i8 @lanewise.work_group.reduce.or.i8(
; CHECK: %[[BOTH:.*]] = insertelement <2 x i8> %{{.*}}, i8 %{{.*}}, i64 1
; CHECK: ret <2 x i8> %[[BOTH]]
define <2 x i8> @three(<2 x i8> %x, <3 x i32> %i) {
  %r = call <2 x i8> @_Z22__spirv_GroupBroadcastiDv2_cDv3_j(i32 2, <2 x i8> %x, <3 x i32> %i)
  ret <2 x i8> %r
}
declare float @_Z22__spirv_GroupBroadcastifm(i32, float, i64)
declare <2 x i8> @_Z22__spirv_GroupBroadcastiDv2_cDv3_j(i32, <2 x i8>, <3 x i32>)
