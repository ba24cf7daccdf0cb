; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Calls of one work-item take the size of packets and not their alignment. Pointers to packets lose their
; address space, pipes and reservations become pointers later.
; RUN: %cc --passes=lower-pipes %s | FileCheck %s
; RUN: %cc --passes=lower-pipes,flatten-address-spaces %s | FileCheck %s --check-prefix=FLAT
; FLAT-NOT: target("spirv
; FLAT: call i32 @lw_ReadPipe_p_p_i32(ptr %in, ptr %{{.*}}, i32 12)

; CHECK-LABEL: @packets
; CHECK: %[[PACKET:.*]] = addrspacecast ptr addrspace(4) %packet to ptr
; CHECK: call i32 @lw_ReadPipe_p_p_i32(target("spirv.Pipe", 0) %in, ptr %[[PACKET]], i32 12)
; CHECK: call i32 @lw_WritePipe_p_p_i32(target("spirv.Pipe", 1) %out, ptr %{{.*}}, i32 16)
; CHECK: call i32 @lw_GetNumPipePackets_p(target("spirv.Pipe", 0) %in)
; CHECK: call i32 @lw_GetMaxPipePackets_p(target("spirv.Pipe", 1) %out)
define void @packets(target("spirv.Pipe", 0) %in, target("spirv.Pipe", 1) %out, ptr addrspace(4) %packet) {
  %r = call i32 @_Z16__spirv_ReadPipePU3AS115__spirv_Pipe__0PU3AS4cii(target("spirv.Pipe", 0) %in, ptr addrspace(4) %packet, i32 12, i32 4)
  %w = call i32 @_Z17__spirv_WritePipePU3AS115__spirv_Pipe__1PU3AS4cii(target("spirv.Pipe", 1) %out, ptr addrspace(4) %packet, i32 16, i32 16)
  %n = call i32 @_Z25__spirv_GetNumPipePacketsPU3AS115__spirv_Pipe__0ii(target("spirv.Pipe", 0) %in, i32 12, i32 4)
  %m = call i32 @_Z25__spirv_GetMaxPipePacketsPU3AS115__spirv_Pipe__1ii(target("spirv.Pipe", 1) %out, i32 16, i32 16)
  ret void
}
; CHECK-LABEL: @reservation
; CHECK: %[[ID:.*]] = call target("spirv.ReserveId") @lw_ReserveWritePipePackets_p_i32_i32(target("spirv.Pipe", 1) %out, i32 %n, i32 16)
; CHECK: %[[BITS:.*]] = call i64 @lw_ReserveIdBits_p(target("spirv.ReserveId") %[[ID]])
; CHECK: %[[VALID:.*]] = icmp ne i64 %[[BITS]], 0
; CHECK: call i32 @lw_ReservedWritePipe_p_p_i32_p_i32(target("spirv.Pipe", 1) %out, target("spirv.ReserveId") %[[ID]], i32 1, ptr %{{.*}}, i32 16)
; CHECK: call void @lw_CommitWritePipe_p_p(target("spirv.Pipe", 1) %out, target("spirv.ReserveId") %[[ID]])
; CHECK: ret i1 %[[VALID]]
define i1 @reservation(target("spirv.Pipe", 1) %out, ptr addrspace(4) %packet, i32 %n) {
  %id = call target("spirv.ReserveId") @_Z31__spirv_ReserveWritePipePacketsPU3AS115__spirv_Pipe__1iii(target("spirv.Pipe", 1) %out, i32 %n, i32 16, i32 16)
  %valid = call i1 @_Z24__spirv_IsValidReserveIdP17__spirv_ReserveId(target("spirv.ReserveId") %id)
  %w = call i32 @_Z25__spirv_ReservedWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdiPU3AS4cii(target("spirv.Pipe", 1) %out, target("spirv.ReserveId") %id, i32 1, ptr addrspace(4) %packet, i32 16, i32 16)
  call void @_Z23__spirv_CommitWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(target("spirv.Pipe", 1) %out, target("spirv.ReserveId") %id, i32 16, i32 16)
  ret i1 %valid
}
; CHECK-LABEL: @storage
; CHECK: %[[PIPE:.*]] = call target("spirv.Pipe", 1) @lw_PipeOfStorage_p(ptr %{{.*}})
define target("spirv.Pipe", 1) @storage(ptr addrspace(1) %storage) {
  %pipe = call target("spirv.Pipe", 1) @_Z39__spirv_CreatePipeFromPipeStorage_writePU3AS119__spirv_PipeStorage(ptr addrspace(1) %storage)
  ret target("spirv.Pipe", 1) %pipe
}
declare i32 @_Z16__spirv_ReadPipePU3AS115__spirv_Pipe__0PU3AS4cii(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)
declare i32 @_Z17__spirv_WritePipePU3AS115__spirv_Pipe__1PU3AS4cii(target("spirv.Pipe", 1), ptr addrspace(4), i32, i32)
declare i32 @_Z25__spirv_GetNumPipePacketsPU3AS115__spirv_Pipe__0ii(target("spirv.Pipe", 0), i32, i32)
declare i32 @_Z25__spirv_GetMaxPipePacketsPU3AS115__spirv_Pipe__1ii(target("spirv.Pipe", 1), i32, i32)
declare target("spirv.ReserveId") @_Z31__spirv_ReserveWritePipePacketsPU3AS115__spirv_Pipe__1iii(target("spirv.Pipe", 1), i32, i32, i32)
declare i1 @_Z24__spirv_IsValidReserveIdP17__spirv_ReserveId(target("spirv.ReserveId"))
declare i32 @_Z25__spirv_ReservedWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdiPU3AS4cii(target("spirv.Pipe", 1), target("spirv.ReserveId"), i32, ptr addrspace(4), i32, i32)
declare void @_Z23__spirv_CommitWritePipePU3AS115__spirv_Pipe__1P17__spirv_ReserveIdii(target("spirv.Pipe", 1), target("spirv.ReserveId"), i32, i32)
declare target("spirv.Pipe", 1) @_Z39__spirv_CreatePipeFromPipeStorage_writePU3AS119__spirv_PipeStorage(ptr addrspace(1))
