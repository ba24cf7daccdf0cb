; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variables of work-items and work-groups. Those of sub-groups are in sub-groups.ll.
; RUN: %cc --passes=lower-builtin-variables %s | FileCheck %s
; CHECK: call i64 @lanewise.global_id(i32 0)
; CHECK: call i64 @lanewise.local_id(i32 1)
; CHECK: call i64 @lanewise.group_id(i32 2)
; CHECK: call i64 @lanewise.local_size(i32 0)
; CHECK: call i64 @lanewise.enqueued_local_size(i32 0)
; CHECK: call i64 @lanewise.local_linear_id()
; CHECK: call i32 @lanewise.work_dim()
; CHECK-NOT: __spirv_BuiltInWork
define void @k() {
  %a = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %b = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %c = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 2)
  %d = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %e = call i64 @_Z36__spirv_BuiltInEnqueuedWorkgroupSizei(i32 0)
  %f = call i64 @_Z35__spirv_BuiltInLocalInvocationIndexv()
  %g = call i32 @_Z22__spirv_BuiltInWorkDimv()
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z36__spirv_BuiltInEnqueuedWorkgroupSizei(i32)
declare i64 @_Z35__spirv_BuiltInLocalInvocationIndexv()
declare i32 @_Z22__spirv_BuiltInWorkDimv()
