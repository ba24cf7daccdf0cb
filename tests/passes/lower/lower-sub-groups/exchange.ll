; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A value of another work-item is the value of the only one; votes return the operand.
; RUN: %cc --passes="lower-sub-groups,function(dce)" %s | FileCheck %s
; CHECK-LABEL: define <4 x i32> @broadcast(
; CHECK-NEXT: ret <4 x i32> %x
define <4 x i32> @broadcast(<4 x i32> %x, i32 %n) {
  %r = call <4 x i32> @_Z22__spirv_GroupBroadcastiDv4_ii(i32 3, <4 x i32> %x, i32 %n)
  ret <4 x i32> %r
}
; CHECK-LABEL: define float @GroupNonUniformBroadcast(
; CHECK-NEXT: ret float %x
define float @GroupNonUniformBroadcast(float %x, i32 %n) {
  %r = call float @_Z32__spirv_GroupNonUniformBroadcastifj(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define float @GroupNonUniformShuffle(
; CHECK-NEXT: ret float %x
define float @GroupNonUniformShuffle(float %x, i32 %n) {
  %r = call float @_Z30__spirv_GroupNonUniformShuffleifj(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define float @GroupNonUniformShuffleXor(
; CHECK-NEXT: ret float %x
define float @GroupNonUniformShuffleXor(float %x, i32 %n) {
  %r = call float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define float @GroupNonUniformShuffleUp(
; CHECK-NEXT: ret float %x
define float @GroupNonUniformShuffleUp(float %x, i32 %n) {
  %r = call float @_Z32__spirv_GroupNonUniformShuffleUpifj(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define float @GroupNonUniformShuffleDown(
; CHECK-NEXT: ret float %x
define float @GroupNonUniformShuffleDown(float %x, i32 %n) {
  %r = call float @_Z34__spirv_GroupNonUniformShuffleDownifj(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define float @GroupNonUniformRotateKHR(
; CHECK-NEXT: ret float %x
define float @GroupNonUniformRotateKHR(float %x, i32 %n) {
  %r = call float @_Z32__spirv_GroupNonUniformRotateKHRifi(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define i8 @first(
; CHECK-NEXT: ret i8 %x
define i8 @first(i8 %x) {
  %r = call i8 @_Z37__spirv_GroupNonUniformBroadcastFirstic(i32 3, i8 %x)
  ret i8 %r
}
; CHECK-LABEL: define i1 @GroupAll(
; CHECK-NEXT: ret i1 %x
define i1 @GroupAll(i1 %x) {
  %r = call i1 @_Z16__spirv_GroupAllib(i32 3, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @GroupAny(
; CHECK-NEXT: ret i1 %x
define i1 @GroupAny(i1 %x) {
  %r = call i1 @_Z16__spirv_GroupAnyib(i32 3, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @GroupNonUniformAll(
; CHECK-NEXT: ret i1 %x
define i1 @GroupNonUniformAll(i1 %x) {
  %r = call i1 @_Z26__spirv_GroupNonUniformAllib(i32 3, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @GroupNonUniformAny(
; CHECK-NEXT: ret i1 %x
define i1 @GroupNonUniformAny(i1 %x) {
  %r = call i1 @_Z26__spirv_GroupNonUniformAnyib(i32 3, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @elect(
; CHECK-NEXT: ret i1 true
define i1 @elect() {
  %r = call i1 @_Z28__spirv_GroupNonUniformElecti(i32 3)
  ret i1 %r
}
; CHECK-LABEL: define i1 @equal(
; CHECK-NEXT: %[[#E:]] = icmp eq i32 %x, %x
; CHECK-NEXT: ret i1 %[[#E]]
define i1 @equal(i32 %x) {
  %r = call i1 @_Z31__spirv_GroupNonUniformAllEqualii(i32 3, i32 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @ordered(
; CHECK-NEXT: %[[#E:]] = fcmp oeq float %x, %x
; CHECK-NEXT: ret i1 %[[#E]]
define i1 @ordered(float %x) {
  %r = call i1 @_Z31__spirv_GroupNonUniformAllEqualif(i32 3, float %x)
  ret i1 %r
}
; CHECK-LABEL: define <2 x i16> @SubgroupShuffleINTEL(
; CHECK-NEXT: ret <2 x i16> %x
define <2 x i16> @SubgroupShuffleINTEL(<2 x i16> %x, i32 %n) {
  %r = call <2 x i16> @_Z28__spirv_SubgroupShuffleINTELDv2_sj(<2 x i16> %x, i32 %n)
  ret <2 x i16> %r
}
; CHECK-LABEL: define <2 x i16> @SubgroupShuffleXorINTEL(
; CHECK-NEXT: ret <2 x i16> %x
define <2 x i16> @SubgroupShuffleXorINTEL(<2 x i16> %x, i32 %n) {
  %r = call <2 x i16> @_Z31__spirv_SubgroupShuffleXorINTELDv2_sj(<2 x i16> %x, i32 %n)
  ret <2 x i16> %r
}
; CHECK-LABEL: define i64 @down(
; CHECK-NEXT: %[[#P:]] = add i32 0, %n
; CHECK-NEXT: %[[#Z:]] = icmp ult i32 %[[#P]], 1
; CHECK-NEXT: %[[#S:]] = select i1 %[[#Z]], i64 %x, i64 %y
; CHECK-NEXT: ret i64 %[[#S]]
define i64 @down(i64 %x, i64 %y, i32 %n) {
  %r = call i64 @_Z32__spirv_SubgroupShuffleDownINTELllj(i64 %x, i64 %y, i32 %n)
  ret i64 %r
}
; CHECK-LABEL: define i64 @up(
; CHECK-NEXT: %[[#P:]] = sub i32 0, %n
; CHECK-NEXT: %[[#Z:]] = icmp ult i32 %[[#P]], 1
; CHECK-NEXT: %[[#S:]] = select i1 %[[#Z]], i64 %y, i64 %x
; CHECK-NEXT: ret i64 %[[#S]]
define i64 @up(i64 %x, i64 %y, i32 %n) {
  %r = call i64 @_Z30__spirv_SubgroupShuffleUpINTELllj(i64 %x, i64 %y, i32 %n)
  ret i64 %r
}
declare <4 x i32> @_Z22__spirv_GroupBroadcastiDv4_ii(i32, <4 x i32>, i32)
declare float @_Z32__spirv_GroupNonUniformBroadcastifj(i32, float, i32)
declare float @_Z30__spirv_GroupNonUniformShuffleifj(i32, float, i32)
declare float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32, float, i32)
declare float @_Z32__spirv_GroupNonUniformShuffleUpifj(i32, float, i32)
declare float @_Z34__spirv_GroupNonUniformShuffleDownifj(i32, float, i32)
declare float @_Z32__spirv_GroupNonUniformRotateKHRifi(i32, float, i32)
declare i8 @_Z37__spirv_GroupNonUniformBroadcastFirstic(i32, i8)
declare i1 @_Z16__spirv_GroupAllib(i32, i1)
declare i1 @_Z16__spirv_GroupAnyib(i32, i1)
declare i1 @_Z26__spirv_GroupNonUniformAllib(i32, i1)
declare i1 @_Z26__spirv_GroupNonUniformAnyib(i32, i1)
declare i1 @_Z28__spirv_GroupNonUniformElecti(i32)
declare i1 @_Z31__spirv_GroupNonUniformAllEqualii(i32, i32)
declare i1 @_Z31__spirv_GroupNonUniformAllEqualif(i32, float)
declare <2 x i16> @_Z28__spirv_SubgroupShuffleINTELDv2_sj(<2 x i16>, i32)
declare <2 x i16> @_Z31__spirv_SubgroupShuffleXorINTELDv2_sj(<2 x i16>, i32)
declare i64 @_Z32__spirv_SubgroupShuffleDownINTELllj(i64, i64, i32)
declare i64 @_Z30__spirv_SubgroupShuffleUpINTELllj(i64, i64, i32)
