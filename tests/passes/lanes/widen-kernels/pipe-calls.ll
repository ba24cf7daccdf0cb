; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The active lanes of a vector read or write their packets by one call, if they have one pipe. Each lane has
; an address and gets a result. So are reservations made. Calls for pipes that differ are made lane by lane.
; RUN: %cc --passes=%widen %s | FileCheck %s

; CHECK-LABEL: define void @differs(
; CHECK: call i32 @lw_WritePipe_p_p_i32(
; CHECK-NOT: lw_WritePipeLanes
; CHECK: ret void
define void @differs(ptr %a, ptr %b, ptr %in, ptr %codes) "lanewise-kernel"="differs" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %bit = and i64 %id, 1
  %odd = icmp eq i64 %bit, 1
  %pipe = select i1 %odd, ptr %a, ptr %b
  %from = getelementptr i32, ptr %in, i64 %id
  %code = call i32 @lw_WritePipe_p_p_i32(ptr %pipe, ptr %from, i32 4)
  %to = getelementptr i32, ptr %codes, i64 %id
  store i32 %code, ptr %to
  ret void
}
; CHECK-LABEL: define void @writes(
; CHECK: store <[[W:[0-9]+]] x ptr> %{{.*}}, ptr %[[PACKETS:.*]], align
; CHECK: %[[BITS:.*]] = bitcast <[[W]] x i1> %{{.*}} to i[[W]]
; CHECK: %[[ACTIVE:.*]] = zext i[[W]] %[[BITS]] to i64
; CHECK: call void @lw_WritePipeLanes_p_p_i64_i32_p(ptr %pipe, ptr %[[PACKETS]], i64 %[[ACTIVE]], i32 4, ptr %[[RESULTS:.*]])
; CHECK: load <[[W]] x i32>, ptr %[[RESULTS]], align
; CHECK-NOT: lane:
; CHECK: ret void
define void @writes(ptr %pipe, ptr %in, ptr %codes) "lanewise-kernel"="writes" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %in, i64 %id
  %code = call i32 @lw_WritePipe_p_p_i32(ptr %pipe, ptr %from, i32 4)
  %to = getelementptr i32, ptr %codes, i64 %id
  store i32 %code, ptr %to
  ret void
}
; CHECK-LABEL: define void @reserves(
; CHECK: %[[ACTIVE:.*]] = zext i[[W]] %{{.*}} to i64
; CHECK: call void @lw_ReserveWritePipePacketsLanes_p_i64_i32_i32_p(ptr %pipe, i64 %[[ACTIVE]], i32 2, i32 4, ptr %[[IDS:.*]])
; CHECK: load <[[W]] x ptr>, ptr %[[IDS]], align
define void @reserves(ptr %pipe, ptr %ids) "lanewise-kernel"="reserves" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %reservation = call ptr @lw_ReserveWritePipePackets_p_i32_i32(ptr %pipe, i32 2, i32 4)
  %to = getelementptr ptr, ptr %ids, i64 %id
  store ptr %reservation, ptr %to
  ret void
}
declare i64 @lanewise.global_id(i32) memory(none)
declare i32 @lw_WritePipe_p_p_i32(ptr, ptr, i32) nounwind willreturn
declare ptr @lw_ReserveWritePipePackets_p_i32_i32(ptr, i32, i32) nounwind willreturn
