; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In sub-groups of 64 work-items the mask of a ballot is its lowest two components.
; RUN: %cc --passes="lower-sub-groups,function(instcombine)" %s | FileCheck %s
; CHECK-LABEL: define <4 x i32> @ballot(
; CHECK: %[[#BITS:]] = call i64 @lanewise.sub_group.ballot.i64(i1 %x)
; CHECK: trunc i64 %[[#BITS]] to i32
; CHECK: lshr i64 %[[#BITS]], 32
; CHECK: insertelement <4 x i32> %{{.*}}, i32 %{{.*}}, i64 1
define <4 x i32> @ballot(i1 %x) #0 {
  %r = call <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32 3, i1 %x)
  ret <4 x i32> %r
}
; CHECK-LABEL: define i32 @ballot_of_32(
; CHECK: call i32 @lanewise.sub_group.ballot(i1 %x)
define i32 @ballot_of_32(i1 %x) #1 {
  %r = call <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32 3, i1 %x)
  %e = extractelement <4 x i32> %r, i64 0
  ret i32 %e
}
; CHECK-LABEL: define i32 @count(
; CHECK: call {{.*}}i64 @llvm.ctpop.i64(i64
define i32 @count(<4 x i32> %x) #0 {
  %r = call i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32 3, i32 0, <4 x i32> %x)
  ret i32 %r
}
; CHECK-LABEL: define i1 @inverse(
; CHECK: call i32 @lanewise.sub_group.local_id()
; CHECK: i64
define i1 @inverse(<4 x i32> %x) #0 {
  %r = call i1 @_Z36__spirv_GroupNonUniformInverseBallotiDv4_j(i32 3, <4 x i32> %x)
  ret i1 %r
}
declare <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32, i1)
declare i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32, i32, <4 x i32>)
declare i1 @_Z36__spirv_GroupNonUniformInverseBallotiDv4_j(i32, <4 x i32>)
attributes #0 = { "lanewise-sub-group-size"="64" }
attributes #1 = { "lanewise-sub-group-size"="32" }
