; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In sub-groups of several work-items, instructions become calls for stage lanes, which must not move to
; where other work-items execute them.
; RUN: %cc --passes="lower-sub-groups,function(dce)" %s | FileCheck %s
; CHECK-LABEL: define i32 @reduce(
; CHECK-NEXT: %[[#R:]] = call i32 @lanewise.sub_group.reduce.add.i32(i32 %x)
; CHECK-NEXT: ret i32 %[[#R]]
define i32 @reduce(i32 %x) #0 {
  %r = call i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 0, i32 %x)
  ret i32 %r
}
; CHECK-LABEL: define float @inclusive(
; CHECK-NEXT: %[[#R:]] = call float @lanewise.sub_group.inclusive_scan.fmax.f32(float %x)
; CHECK-NEXT: ret float %[[#R]]
define float @inclusive(float %x) #0 {
  %r = call float @_Z27__spirv_GroupNonUniformFMaxiif(i32 3, i32 1, float %x)
  ret float %r
}
; CHECK-LABEL: define half @exclusive(
; CHECK-NEXT: %[[#R:]] = call half @lanewise.sub_group.exclusive_scan.fmul.f16(half %x)
; CHECK-NEXT: ret half %[[#R]]
define half @exclusive(half %x) #0 {
  %r = call half @_Z27__spirv_GroupNonUniformFMuliiDh(i32 3, i32 2, half %x)
  ret half %r
}
; CHECK-LABEL: define i1 @clusters(
; CHECK-NEXT: %[[#R:]] = call i1 @lanewise.sub_group.clustered_reduce.xor.i1(i1 %x, i32 4)
; CHECK-NEXT: ret i1 %[[#R]]
define i1 @clusters(i1 %x) #0 {
  %r = call i1 @_Z33__spirv_GroupNonUniformLogicalXoriibi(i32 3, i32 3, i1 %x, i32 4)
  ret i1 %r
}
; CHECK-LABEL: define i8 @cluster_of_more(
; CHECK-NEXT: %[[#R:]] = call i8 @lanewise.sub_group.clustered_reduce.or.i8(i8 %x, i32 8)
; CHECK-NEXT: ret i8 %[[#R]]
define i8 @cluster_of_more(i8 %x) #0 {
  %r = call i8 @_Z32__spirv_GroupNonUniformBitwiseOriici(i32 3, i32 3, i8 %x, i32 64)
  ret i8 %r
}
; CHECK-LABEL: define i1 @all(
; CHECK-NEXT: %[[#R:]] = call i1 @lanewise.sub_group.reduce.and.i1(i1 %x)
; CHECK-NEXT: ret i1 %[[#R]]
define i1 @all(i1 %x) #0 {
  %r = call i1 @_Z16__spirv_GroupAllib(i32 3, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @any(
; CHECK-NEXT: %[[#R:]] = call i1 @lanewise.sub_group.reduce.or.i1(i1 %x)
; CHECK-NEXT: ret i1 %[[#R]]
define i1 @any(i1 %x) #0 {
  %r = call i1 @_Z26__spirv_GroupNonUniformAnyib(i32 3, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @equal(
; CHECK-NEXT: %[[#F:]] = call <2 x double> @lanewise.sub_group.broadcast_first.v2f64(<2 x double> %x)
; CHECK-NEXT: %[[#E:]] = fcmp oeq <2 x double> %x, %[[#F]]
; CHECK-NEXT: %[[#A:]] = call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> %[[#E]])
; CHECK-NEXT: %[[#R:]] = call i1 @lanewise.sub_group.reduce.and.i1(i1 %[[#A]])
; CHECK-NEXT: ret i1 %[[#R]]
define i1 @equal(<2 x double> %x) #0 {
  %r = call i1 @_Z31__spirv_GroupNonUniformAllEqualiDv2_d(i32 3, <2 x double> %x)
  ret i1 %r
}
; CHECK-LABEL: define i1 @elect(
; CHECK-NEXT: %[[#A:]] = call i32 @lanewise.sub_group.local_id()
; CHECK-NEXT: %[[#B:]] = call i32 @lanewise.sub_group.local_id()
; CHECK-NEXT: %[[#F:]] = call i32 @lanewise.sub_group.broadcast_first.i32(i32 %[[#B]])
; CHECK-NEXT: %[[#R:]] = icmp eq i32 %[[#A]], %[[#F]]
; CHECK-NEXT: ret i1 %[[#R]]
define i1 @elect() #0 {
  %r = call i1 @_Z28__spirv_GroupNonUniformElecti(i32 3)
  ret i1 %r
}
; CHECK-LABEL: define i64 @broadcast(
; CHECK-NEXT: %[[#N:]] = trunc i64 %n to i32
; CHECK-NEXT: %[[#R:]] = call i64 @lanewise.sub_group.broadcast.i64(i64 %x, i32 %[[#N]])
; CHECK-NEXT: ret i64 %[[#R]]
define i64 @broadcast(i64 %x, i64 %n) #0 {
  %r = call i64 @_Z22__spirv_GroupBroadcastill(i32 3, i64 %x, i64 %n)
  ret i64 %r
}
; CHECK-LABEL: define float @exchange(
; CHECK-NEXT: %[[#L:]] = call i32 @lanewise.sub_group.local_id()
; CHECK-NEXT: %[[#F:]] = xor i32 %[[#L]], %n
; CHECK-NEXT: %[[#R:]] = call float @lanewise.sub_group.shuffle.f32(float %x, i32 %[[#F]])
; CHECK-NEXT: ret float %[[#R]]
define float @exchange(float %x, i32 %n) #0 {
  %r = call float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32 3, float %x, i32 %n)
  ret float %r
}
; CHECK-LABEL: define i16 @rotate(
; CHECK-NEXT: %[[#L:]] = call i32 @lanewise.sub_group.local_id()
; CHECK-NEXT: %[[#S:]] = add i32 %[[#L]], %n
; CHECK-NEXT: %[[#I:]] = and i32 %[[#S]], 3
; CHECK-NEXT: %[[#C:]] = and i32 %[[#L]], -4
; CHECK-NEXT: %[[#F:]] = or i32 %[[#C]], %[[#I]]
; CHECK-NEXT: %[[#R:]] = call i16 @lanewise.sub_group.shuffle.i16(i16 %x, i32 %[[#F]])
; CHECK-NEXT: ret i16 %[[#R]]
define i16 @rotate(i16 %x, i32 %n) #0 {
  %r = call i16 @_Z32__spirv_GroupNonUniformRotateKHRisij(i32 3, i16 %x, i32 %n, i32 4)
  ret i16 %r
}
; CHECK-LABEL: define i32 @up(
; CHECK-NEXT: %[[#L:]] = call i32 @lanewise.sub_group.local_id()
; CHECK-NEXT: %[[#F:]] = sub i32 %[[#L]], %n
; CHECK-NEXT: %[[#A:]] = call i32 @lanewise.sub_group.shuffle.i32(i32 %x, i32 %[[#F]])
; CHECK-NEXT: %[[#B:]] = call i32 @lanewise.sub_group.shuffle.i32(i32 %y, i32 %[[#F]])
; CHECK-NEXT: %[[#O:]] = icmp ult i32 %[[#F]], 8
; CHECK-NEXT: %[[#R:]] = select i1 %[[#O]], i32 %[[#B]], i32 %[[#A]]
; CHECK-NEXT: ret i32 %[[#R]]
define i32 @up(i32 %x, i32 %y, i32 %n) #0 {
  %r = call i32 @_Z30__spirv_SubgroupShuffleUpINTELjjj(i32 %x, i32 %y, i32 %n)
  ret i32 %r
}
; CHECK-LABEL: define <4 x i32> @ballot(
; CHECK-NEXT: %[[#B:]] = call i32 @lanewise.sub_group.ballot(i1 %x)
; CHECK-NEXT: %[[#R:]] = insertelement <4 x i32> zeroinitializer, i32 %[[#B]], i64 0
; CHECK-NEXT: ret <4 x i32> %[[#R]]
define <4 x i32> @ballot(i1 %x) #0 {
  %r = call <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32 3, i1 %x)
  ret <4 x i32> %r
}
; CHECK-LABEL: define i32 @count(
; CHECK-NEXT: %[[#B:]] = extractelement <4 x i32> %x, i64 0
; CHECK-NEXT: %[[#A:]] = and i32 %[[#B]], 255
; CHECK-NEXT: %[[#R:]] = call i32 @llvm.ctpop.i32(i32 %[[#A]])
; CHECK-NEXT: ret i32 %[[#R]]
define i32 @count(<4 x i32> %x) #0 {
  %r = call i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32 3, i32 0, <4 x i32> %x)
  ret i32 %r
}
; CHECK-LABEL: define <4 x i32> @read(
; CHECK-NEXT: %[[#R:]] = call <4 x i32> @lanewise.sub_group.block_read.v4i32.p1(ptr addrspace(1) %p)
; CHECK-NEXT: ret <4 x i32> %[[#R]]
define <4 x i32> @read(ptr addrspace(1) %p) #0 {
  %r = call <4 x i32> @_Z36__spirv_SubgroupBlockReadINTEL_Rint4PU3AS1Kj(ptr addrspace(1) %p)
  ret <4 x i32> %r
}
; CHECK-LABEL: define void @write(
; CHECK-NEXT: call void @lanewise.sub_group.block_write.i8.p3(i8 %x, ptr addrspace(3) %p)
; CHECK-NEXT: ret void
define void @write(ptr addrspace(3) %p, i8 %x) #0 {
  call void @_Z31__spirv_SubgroupBlockWriteINTELPU3AS3hh(ptr addrspace(3) %p, i8 %x)
  ret void
}
; CHECK-DAG: declare i32 @lanewise.sub_group.shuffle.i32(i32, i32) #[[EXCHANGE:[0-9]+]]
; CHECK-DAG: declare i32 @lanewise.sub_group.local_id() #[[ID:[0-9]+]]
; CHECK-DAG: declare <4 x i32> @lanewise.sub_group.block_read.v4i32.p1(ptr addrspace(1)) #[[READ:[0-9]+]]
; CHECK-DAG: attributes #[[EXCHANGE]] = { convergent nomerge nounwind willreturn memory(none) }
; CHECK-DAG: attributes #[[ID]] = { nounwind speculatable willreturn memory(none) }
; CHECK-DAG: attributes #[[READ]] = { convergent nomerge nounwind willreturn memory(read) }
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32) convergent
declare float @_Z27__spirv_GroupNonUniformFMaxiif(i32, i32, float) convergent
declare half @_Z27__spirv_GroupNonUniformFMuliiDh(i32, i32, half) convergent
declare i1 @_Z33__spirv_GroupNonUniformLogicalXoriibi(i32, i32, i1, i32) convergent
declare i8 @_Z32__spirv_GroupNonUniformBitwiseOriici(i32, i32, i8, i32) convergent
declare i1 @_Z16__spirv_GroupAllib(i32, i1) convergent
declare i1 @_Z26__spirv_GroupNonUniformAnyib(i32, i1) convergent
declare i1 @_Z31__spirv_GroupNonUniformAllEqualiDv2_d(i32, <2 x double>) convergent
declare i1 @_Z28__spirv_GroupNonUniformElecti(i32) convergent
declare i64 @_Z22__spirv_GroupBroadcastill(i32, i64, i64) convergent
declare float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32, float, i32) convergent
declare i16 @_Z32__spirv_GroupNonUniformRotateKHRisij(i32, i16, i32, i32) convergent
declare i32 @_Z30__spirv_SubgroupShuffleUpINTELjjj(i32, i32, i32) convergent
declare <4 x i32> @_Z29__spirv_GroupNonUniformBallotib(i32, i1) convergent
declare i32 @_Z37__spirv_GroupNonUniformBallotBitCountiiDv4_j(i32, i32, <4 x i32>) convergent
declare <4 x i32> @_Z36__spirv_SubgroupBlockReadINTEL_Rint4PU3AS1Kj(ptr addrspace(1)) convergent
declare void @_Z31__spirv_SubgroupBlockWriteINTELPU3AS3hh(ptr addrspace(3), i8) convergent
attributes #0 = { "lanewise-sub-group-size"="8" }
