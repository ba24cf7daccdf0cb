; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Ids and sizes are computed from the flattened local id and the kernel's sub-group size, here 16. For
; size 1 they fold to those of the work-item.
; RUN: %cc --passes="lower-builtin-variables,function(instcombine)" %s | FileCheck %s
; CHECK-LABEL: define i32 @id16
; CHECK: %[[ID:.*]] = call i64 @lanewise.local_linear_id()
; CHECK: lshr i64 %[[ID]], 4
; CHECK-LABEL: define i32 @local16
; CHECK-NEXT: %[[OWN:.*]] = call i32 @lanewise.sub_group.local_id()
; CHECK-NEXT: ret i32 %[[OWN]]
; CHECK-LABEL: define i32 @max16
; CHECK-NEXT: ret i32 16
; CHECK-LABEL: define i32 @size16
; CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 16)
; CHECK-LABEL: define i32 @count16
; CHECK: call i64 @lanewise.local_size(i32 2)
; CHECK: lshr i64 %{{.*}}, 4
; CHECK-LABEL: define i32 @enqueued16
; CHECK: call i64 @lanewise.enqueued_local_size(i32 0)
; CHECK-LABEL: define i32 @id1
; CHECK: %[[ID:.*]] = call i64 @lanewise.local_linear_id()
; CHECK-NEXT: %[[NARROW:.*]] = trunc i64 %[[ID]] to i32
; CHECK-NEXT: ret i32 %[[NARROW]]
; CHECK-LABEL: define i32 @local1
; CHECK-NEXT: ret i32 0
; CHECK-LABEL: define i32 @size1
; CHECK-NEXT: ret i32 1
; CHECK-LABEL: define <4 x i32> @equal1
; CHECK-NEXT: ret <4 x i32> <i32 1, i32 0, i32 0, i32 0>
; CHECK-LABEL: define <4 x i32> @greater1
; CHECK-NEXT: ret <4 x i32> zeroinitializer
; CHECK-LABEL: define <4 x i32> @less16
; CHECK: %[[OWN:.*]] = call i32 @lanewise.sub_group.local_id()
; CHECK: shl nsw i32 -1, %[[OWN]]
; CHECK-NOT: __spirv
define i32 @id16() #0 {
  %r = call i32 @_Z25__spirv_BuiltInSubgroupIdv()
  ret i32 %r
}
define i32 @local16() #0 {
  %r = call i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
  ret i32 %r
}
define i32 @max16() #0 {
  %r = call i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
  ret i32 %r
}
define i32 @size16() #0 {
  %r = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  ret i32 %r
}
define i32 @count16() #0 {
  %r = call i32 @_Z27__spirv_BuiltInNumSubgroupsv()
  ret i32 %r
}
define i32 @enqueued16() #0 {
  %r = call i32 @_Z35__spirv_BuiltInNumEnqueuedSubgroupsv()
  ret i32 %r
}
define i32 @id1()  {
  %r = call i32 @_Z25__spirv_BuiltInSubgroupIdv()
  ret i32 %r
}
define i32 @local1()  {
  %r = call i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
  ret i32 %r
}
define i32 @size1() {
  %r = call i32 @_Z27__spirv_BuiltInSubgroupSizev()
  ret i32 %r
}
define <4 x i32> @equal1()  {
  %r = call <4 x i32> @_Z32__spirv_BuiltInSubgroupEqMaskKHRv()
  ret <4 x i32> %r
}
define <4 x i32> @greater1()  {
  %r = call <4 x i32> @_Z29__spirv_BuiltInSubgroupGtMaskv()
  ret <4 x i32> %r
}
define <4 x i32> @less16() #0 {
  %r = call <4 x i32> @_Z32__spirv_BuiltInSubgroupLtMaskKHRv()
  ret <4 x i32> %r
}
declare i32 @_Z25__spirv_BuiltInSubgroupIdv()
declare i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
declare i32 @_Z30__spirv_BuiltInSubgroupMaxSizev()
declare i32 @_Z27__spirv_BuiltInSubgroupSizev()
declare i32 @_Z27__spirv_BuiltInNumSubgroupsv()
declare i32 @_Z35__spirv_BuiltInNumEnqueuedSubgroupsv()
declare <4 x i32> @_Z32__spirv_BuiltInSubgroupEqMaskKHRv()
declare <4 x i32> @_Z29__spirv_BuiltInSubgroupGtMaskv()
declare <4 x i32> @_Z32__spirv_BuiltInSubgroupLtMaskKHRv()
attributes #0 = { "lanewise-sub-group-size"="16" }
