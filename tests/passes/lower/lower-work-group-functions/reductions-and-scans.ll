; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Instructions at the scope of work-groups become collective calls, those of sub-groups stay. A vote is
; a reduction of bools.
; RUN: %cc --passes=lower-work-group-functions %s | FileCheck %s
; CHECK-LABEL: define i32 @k(
; CHECK: %[[R:.*]] = call i32 @lanewise.work_group.reduce.smax.i32(i32 %x)
; CHECK: %[[S:.*]] = call half @lanewise.work_group.inclusive_scan.fmul.f16(half %h)
; CHECK: %[[T:.*]] = call i64 @lanewise.work_group.exclusive_scan.xor.i64(i64 %y)
; CHECK: %[[L:.*]] = call i1 @lanewise.work_group.exclusive_scan.and.i1(i1 %b)
; CHECK: %[[A:.*]] = call i1 @lanewise.work_group.reduce.and.i1(i1 %b)
; CHECK: %[[O:.*]] = call i1 @lanewise.work_group.reduce.or.i1(i1 %b)
; CHECK: call i32 @_Z17__spirv_GroupSMaxiii(i32 3, i32 0, i32 %x)
; CHECK: call void @use(i32 %[[R]], half %[[S]], i64 %[[T]], i1 %[[L]], i1 %[[A]], i1 %[[O]])
define i32 @k(i32 %x, half %h, i64 %y, i1 %b) {
  %r = call i32 @_Z17__spirv_GroupSMaxiii(i32 2, i32 0, i32 %x)
  %s = call half @_Z20__spirv_GroupFMulKHRiiDh(i32 2, i32 1, half %h)
  %t = call i64 @_Z26__spirv_GroupBitwiseXorKHRiil(i32 2, i32 2, i64 %y)
  %l = call i1 @_Z26__spirv_GroupLogicalAndKHRiib(i32 2, i32 2, i1 %b)
  %all = call i1 @_Z16__spirv_GroupAllib(i32 2, i1 %b)
  %any = call i1 @_Z16__spirv_GroupAnyib(i32 2, i1 %b)
  %u = call i32 @_Z17__spirv_GroupSMaxiii(i32 3, i32 0, i32 %x)
  call void @use(i32 %r, half %s, i64 %t, i1 %l, i1 %all, i1 %any)
  ret i32 %u
}
declare void @use(i32, half, i64, i1, i1, i1)
declare i32 @_Z17__spirv_GroupSMaxiii(i32, i32, i32)
declare half @_Z20__spirv_GroupFMulKHRiiDh(i32, i32, half)
declare i64 @_Z26__spirv_GroupBitwiseXorKHRiil(i32, i32, i64)
declare i1 @_Z26__spirv_GroupLogicalAndKHRiib(i32, i32, i1)
declare i1 @_Z16__spirv_GroupAllib(i32, i1)
declare i1 @_Z16__spirv_GroupAnyib(i32, i1)
