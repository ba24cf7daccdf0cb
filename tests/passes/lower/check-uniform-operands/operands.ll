; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The first work-item leaves a number made of the operands in local memory. Behind a barrier each compares: for a
; broadcast in front of it, for asynchronous copies behind the next wait, in turns of two slots. Broadcasts of a sub-group
; have no check.
; RUN: %cc --passes=check-uniform-operands %s | FileCheck %s
; CHECK: c"barriers\0Athe work-items of the group name different ones for a broadcast\0A\0A\00"
; CHECK: c"barriers\0Anot all work-items of the group start the same asynchronous copies\0A\0A\00"
; CHECK-LABEL: define void @k(
; CHECK: %[[COPIES:.*]] = load i64, ptr %[[NUMBER:.*]], align
; CHECK: store i64 %{{.*}}, ptr %[[NUMBER]], align
; CHECK: call target("spirv.Event") @_Z22__spirv_GroupAsyncCopyjPU3AS3iPU3AS1Kimm9ocl_event(
; CHECK: %[[WAITS:.*]] = load i64
; CHECK: %[[WHICH:.*]] = and i64 %[[WAITS]], 1
; CHECK: %[[OWN:.*]] = load i64, ptr %[[NUMBER]]
; CHECK: %[[SLOT:.*]] = getelementptr [2 x i64], ptr addrspace(3) @uniform.operands{{.*}}, i64 0, i64 %[[WHICH]]
; CHECK: store i64 %[[OWN]], ptr addrspace(3) %[[SLOT]]
; CHECK: call void @_Z23__spirv_GroupWaitEvents
; CHECK: %[[OTHER:.*]] = load i64, ptr addrspace(3) %[[SLOT]]
; CHECK: icmp ne i64 %[[OWN]], %[[OTHER]]
; CHECK: store i64 %[[ID:.*]], ptr addrspace(3) @uniform.operands
; CHECK: call void @lanewise.barrier()
; CHECK: %[[FIRST:.*]] = load i64, ptr addrspace(3) @uniform.operands
; CHECK: icmp ne i64 %[[ID]], %[[FIRST]]
; CHECK: call i32 @_Z22__spirv_GroupBroadcastjii(i32 2,
; CHECK-NOT: icmp
; CHECK: call i32 @_Z22__spirv_GroupBroadcastjii(i32 3,
declare target("spirv.Event") @_Z22__spirv_GroupAsyncCopyjPU3AS3iPU3AS1Kimm9ocl_event(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
declare void @_Z23__spirv_GroupWaitEventsjiP9ocl_event(i32, i32, ptr)
declare i32 @_Z22__spirv_GroupBroadcastjii(i32, i32, i32)
define void @k(ptr addrspace(3) %to, ptr addrspace(1) %from, ptr %events, i32 %i) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0,v8,v16,v24" {
  %e = call target("spirv.Event") @_Z22__spirv_GroupAsyncCopyjPU3AS3iPU3AS1Kimm9ocl_event(i32 2, ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, i64 1, target("spirv.Event") zeroinitializer)
  call void @_Z23__spirv_GroupWaitEventsjiP9ocl_event(i32 2, i32 1, ptr %events)
  %a = call i32 @_Z22__spirv_GroupBroadcastjii(i32 2, i32 %i, i32 %i)
  %b = call i32 @_Z22__spirv_GroupBroadcastjii(i32 3, i32 %a, i32 %i)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-report-barriers", i32 1}
