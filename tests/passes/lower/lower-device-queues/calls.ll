; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Instructions become the host call deviceQueue with their number and an array of operands. The number of a block
; stands in the place of the function. Handles come back through memory. Without debug information each error of an
; enqueue is -101.
; RUN: %cc --passes=lower-device-queues %s | FileCheck %s
; RUN: %cc --passes=lower-device-queues,flatten-address-spaces %s | FileCheck %s --check-prefix=FLAT
; FLAT-NOT: target("spirv
; FLAT: store ptr %q, ptr
; FLAT: call i64 %{{.*}}(ptr %{{.*}}, i32 0, ptr
; FLAT-NOT: target("spirv

; CHECK-LABEL: define void @enqueue(
; CHECK-SAME: #[[ENQUEUES:[0-9]+]]
; CHECK: %[[WORDS:.*]] = alloca [11 x i64]
; CHECK: %[[SIZE:.*]] = load i64, ptr %size
; CHECK: store target("spirv.Queue") %q, ptr
; CHECK: store i64 1, ptr
; CHECK: store ptr %range, ptr
; CHECK: store i64 3, ptr
; CHECK: store i64 2, ptr
; CHECK: store i64 64, ptr
; CHECK: store i64 %[[SIZE]], ptr
; CHECK: %[[LAUNCH:.*]] = call ptr @lanewise.launch()
; CHECK: %[[CALL:.*]] = call i64 %{{.*}}(ptr %[[LAUNCH]], i32 0, ptr %[[WORDS]])
; CHECK: %[[CODE:.*]] = trunc i64 %[[CALL]] to i32
; CHECK: %[[GOOD:.*]] = icmp eq i32 %[[CODE]], 0
; CHECK: select i1 %[[GOOD]], i32 %[[CODE]], i32 -101
define void @enqueue(target("spirv.Queue") %q, ptr %range, ptr addrspace(4) %events, ptr addrspace(4) %data, ptr %size, ptr %to) {
  %r = call i32 @_Z21__spirv_EnqueueKernel(target("spirv.Queue") %q, i32 1, ptr %range, i32 0, ptr addrspace(4) %events, ptr addrspace(4) null, ptr inttoptr (i64 3 to ptr), ptr addrspace(4) %data, i32 16, i32 8, i32 64, ptr %size)
  store i32 %r, ptr %to
  ret void
}
; CHECK-LABEL: define void @events(
; CHECK: %[[SLOT:.*]] = alloca target("spirv.DeviceEvent")
; CHECK: call i64 %{{.*}}(ptr %{{.*}}, i32 3, ptr
; CHECK: %[[EVENT:.*]] = load target("spirv.DeviceEvent"), ptr %[[SLOT]]
; CHECK: store target("spirv.DeviceEvent") %[[EVENT]], ptr
; CHECK: call i64 %{{.*}}(ptr %{{.*}}, i32 4, ptr
; CHECK: call i64 %{{.*}}(ptr %{{.*}}, i32 7, ptr
; CHECK: %[[VALID:.*]] = call i64 %{{.*}}(ptr %{{.*}}, i32 6, ptr
; CHECK: trunc i64 %[[VALID]] to i1
define void @events(ptr %to) {
  %e = call target("spirv.DeviceEvent") @_Z23__spirv_CreateUserEventv()
  call void @_Z19__spirv_RetainEventP19__spirv_DeviceEvent(target("spirv.DeviceEvent") %e)
  call void @_Z26__spirv_SetUserEventStatusP19__spirv_DeviceEventi(target("spirv.DeviceEvent") %e, i32 0)
  %v = call i1 @_Z20__spirv_IsValidEventP19__spirv_DeviceEvent(target("spirv.DeviceEvent") %e)
  store i1 %v, ptr %to
  ret void
}
; CHECK-LABEL: define void @ranges(
; CHECK: store i32 2, ptr %range, align 8
; CHECK: %[[OFFSET:.*]] = extractvalue [2 x i64] %offset, 0
; CHECK: store i64 %[[OFFSET]], ptr
; CHECK: store i64 0, ptr
; CHECK: %[[SIZE:.*]] = extractvalue [2 x i64] %sizes, 0
; CHECK: store i64 %[[SIZE]], ptr
; CHECK: store i64 1, ptr
; CHECK: extractvalue [2 x i64] %local, 0
define void @ranges(ptr %range, [2 x i64] %sizes, [2 x i64] %local, [2 x i64] %offset) {
  call void @_Z23__spirv_BuildNDRange_2D(ptr %range, [2 x i64] %sizes, [2 x i64] %local, [2 x i64] %offset)
  ret void
}
; CHECK-LABEL: define i32 @query(
; CHECK: store i64 5, ptr
; CHECK: call i64 %{{.*}}(ptr %{{.*}}, i32 9, ptr
define i32 @query() {
  %r = call i32 @_Z30__spirv_GetKernelWorkGroupSizev(ptr addrspace(4) inttoptr (i64 5 to ptr addrspace(4)), ptr addrspace(4) null)
  ret i32 %r
}
; CHECK: attributes #[[ENQUEUES]] = { "lanewise-enqueues" "lanewise-uses-host-calls" }
declare i32 @_Z21__spirv_EnqueueKernel(target("spirv.Queue"), i32, ptr, i32, ptr addrspace(4), ptr addrspace(4), ptr, ptr addrspace(4), i32, i32, i32, ptr)
declare target("spirv.DeviceEvent") @_Z23__spirv_CreateUserEventv()
declare void @_Z19__spirv_RetainEventP19__spirv_DeviceEvent(target("spirv.DeviceEvent"))
declare void @_Z26__spirv_SetUserEventStatusP19__spirv_DeviceEventi(target("spirv.DeviceEvent"), i32)
declare i1 @_Z20__spirv_IsValidEventP19__spirv_DeviceEvent(target("spirv.DeviceEvent"))
declare void @_Z23__spirv_BuildNDRange_2D(ptr, [2 x i64], [2 x i64], [2 x i64])
declare i32 @_Z30__spirv_GetKernelWorkGroupSizev(ptr addrspace(4), ptr addrspace(4))
