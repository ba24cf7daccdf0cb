; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Ballots are vectors of 128 bits, the lowest of which are a mask. In a sub-group of one only the lowest
; bit is used, and the arithmetic folds to it.
; RUN: %cc --passes="lower-sub-groups,function(instcombine)" %s | FileCheck %s
; CHECK-LABEL: define <4 x i32> @ballot(
; CHECK-NEXT: %[[#A:]] = zext i1 %x to i32
; CHECK-NEXT: %[[#B:]] = insertelement <4 x i32> <i32 poison, i32 0, i32 0, i32 0>, i32 %[[#A]], i64 0
; CHECK-NEXT: ret <4 x i32> %[[#B]]
define <4 x i32> @ballot(i1 %x) {
  %r = call <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32 3, i1 %x)
  ret <4 x i32> %r
}
; CHECK-LABEL: define i1 @inverse(
; CHECK: extractelement <128 x i1> %{{.*}}, i64 0
; CHECK-NEXT: ret i1
define i1 @inverse(<4 x i32> %x) {
  %r = call i1 @_Z36__spirv_GroupNonUniformInverseBallotiDv4_j(i32 3, <4 x i32> %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @extract(
; CHECK: extractelement <128 x i1> %{{.*}}, i64 0
; CHECK-NEXT: ret i1
define i1 @extract(<4 x i32> %x) {
  %r = call i1 @_Z39__spirv_GroupNonUniformBallotBitExtractiDv4_jj(i32 3, <4 x i32> %x, i32 0)
  ret i1 %r
}
; CHECK-LABEL: define i32 @count(
; CHECK: and i32 %[[#]], 1
; CHECK-NEXT: ret i32
define i32 @count(<4 x i32> %x) {
  %r = call i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32 3, i32 0, <4 x i32> %x)
  ret i32 %r
}
; CHECK-LABEL: define i32 @inclusive(
; CHECK: and i32 %[[#]], 1
; CHECK-NEXT: ret i32
define i32 @inclusive(<4 x i32> %x) {
  %r = call i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32 3, i32 1, <4 x i32> %x)
  ret i32 %r
}
; CHECK-LABEL: define i32 @exclusive(
; CHECK-NEXT: ret i32 0
define i32 @exclusive(<4 x i32> %x) {
  %r = call i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32 3, i32 2, <4 x i32> %x)
  ret i32 %r
}
declare <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32, i1)
declare i1 @_Z36__spirv_GroupNonUniformInverseBallotiDv4_j(i32, <4 x i32>)
declare i1 @_Z39__spirv_GroupNonUniformBallotBitExtractiDv4_jj(i32, <4 x i32>, i32)
declare i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32, i32, <4 x i32>)
