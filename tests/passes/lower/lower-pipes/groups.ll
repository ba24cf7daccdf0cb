; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One work-item makes the reservation of a group, and all get it. Commits come behind the accesses of all
; work-items.
; RUN: %cc --passes=lower-pipes %s | FileCheck %s

; CHECK-LABEL: @workGroup
; CHECK: %[[ITEM:.*]] = call i64 @lanewise.local_linear_id()
; CHECK: %[[FIRST:.*]] = icmp eq i64 %[[ITEM]], 0
; CHECK: br i1 %[[FIRST]]
; CHECK: %[[MADE:.*]] = call target("spirv.ReserveId") @lw_ReserveReadPipePackets_p_i32_i32(target("spirv.Pipe", 0) %in, i32 %n, i32 4)
; CHECK: %[[BITS:.*]] = call i64 @lw_ReserveIdBits_p(target("spirv.ReserveId") %[[MADE]])
; CHECK: %[[OWN:.*]] = phi i64 [ %[[BITS]], %{{.*}} ], [ 0, %{{.*}} ]
; CHECK: %[[ALL:.*]] = call i64 @lanewise.work_group.reduce.or.i64(i64 %[[OWN]])
; CHECK: %[[ID:.*]] = call target("spirv.ReserveId") @lw_ReserveId_i64(i64 %[[ALL]])
; CHECK: call void @lanewise.barrier()
; CHECK: %[[ITEM:.*]] = call i64 @lanewise.local_linear_id()
; CHECK: %[[FIRST:.*]] = icmp eq i64 %[[ITEM]], 0
; CHECK: br i1 %[[FIRST]]
; CHECK: call void @lw_CommitReadPipe_p_p(target("spirv.Pipe", 0) %in, target("spirv.ReserveId") %[[ID]])
define void @workGroup(target("spirv.Pipe", 0) %in, i32 %n) "lanewise-sub-group-size"="8" {
  %id = call target("spirv.ReserveId") @_Z35__spirv_GroupReserveReadPipePacketsiPU3AS115__spirv_Pipe__0iii(i32 2, target("spirv.Pipe", 0) %in, i32 %n, i32 4, i32 4)
  call void @_Z27__spirv_GroupCommitReadPipeiPU3AS115__spirv_Pipe__0P17__spirv_ReserveIdii(i32 2, target("spirv.Pipe", 0) %in, target("spirv.ReserveId") %id, i32 4, i32 4)
  ret void
}
; CHECK-LABEL: @subGroup
; CHECK: call i32 @lanewise.sub_group.local_id()
; CHECK: call target("spirv.ReserveId") @lw_ReserveReadPipePackets_p_i32_i32(
; CHECK: call i64 @lanewise.sub_group.reduce.or.i64(
; CHECK: call void @lanewise.sub_group.barrier()
; CHECK: call i32 @lanewise.sub_group.local_id()
; CHECK: call void @lw_CommitReadPipe_p_p(
define void @subGroup(target("spirv.Pipe", 0) %in, i32 %n) "lanewise-sub-group-size"="8" {
  %id = call target("spirv.ReserveId") @_Z35__spirv_GroupReserveReadPipePacketsiPU3AS115__spirv_Pipe__0iii(i32 3, target("spirv.Pipe", 0) %in, i32 %n, i32 4, i32 4)
  call void @_Z27__spirv_GroupCommitReadPipeiPU3AS115__spirv_Pipe__0P17__spirv_ReserveIdii(i32 3, target("spirv.Pipe", 0) %in, target("spirv.ReserveId") %id, i32 4, i32 4)
  ret void
}
; In a sub-group of one, nothing is shared.
; CHECK-LABEL: @one
; CHECK: call target("spirv.ReserveId") @lw_ReserveReadPipePackets_p_i32_i32(
; CHECK-NOT: lanewise.sub_group
; CHECK: ret void
define void @one(target("spirv.Pipe", 0) %in, i32 %n) "lanewise-sub-group-size"="1" {
  %id = call target("spirv.ReserveId") @_Z35__spirv_GroupReserveReadPipePacketsiPU3AS115__spirv_Pipe__0iii(i32 3, target("spirv.Pipe", 0) %in, i32 %n, i32 4, i32 4)
  call void @_Z27__spirv_GroupCommitReadPipeiPU3AS115__spirv_Pipe__0P17__spirv_ReserveIdii(i32 3, target("spirv.Pipe", 0) %in, target("spirv.ReserveId") %id, i32 4, i32 4)
  ret void
}
declare target("spirv.ReserveId") @_Z35__spirv_GroupReserveReadPipePacketsiPU3AS115__spirv_Pipe__0iii(i32, target("spirv.Pipe", 0), i32, i32, i32)
declare void @_Z27__spirv_GroupCommitReadPipeiPU3AS115__spirv_Pipe__0P17__spirv_ReserveIdii(i32, target("spirv.Pipe", 0), target("spirv.ReserveId"), i32, i32)
