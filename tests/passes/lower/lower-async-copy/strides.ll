; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A strided copy to local memory strides the source, and copies nothing if there are no elements. A
; stride that is not constant is one that may differ from 1.
; RUN: %cc --passes=lower-async-copy %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: icmp eq i64 %{{.*}}, 0
; CHECK: %[[EMPTY:.*]] = icmp eq i64 %n, 0
; CHECK: %[[ANY:.*]] = xor i1 %[[EMPTY]], true
; CHECK: br i1 %[[ANY]]
; CHECK: %[[FAR:.*]] = mul i64 %[[I:.*]], %stride
; CHECK: %[[TO:.*]] = mul i64 %[[I]], 2
; CHECK: %[[TARGET:.*]] = getelementptr i8, ptr addrspace(3) %l, i64 %[[TO]]
; CHECK: %[[FROM:.*]] = mul i64 %[[FAR]], 2
; CHECK: %[[SOURCE:.*]] = getelementptr i8, ptr addrspace(1) %g, i64 %[[FROM]]
; CHECK: call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 2 %[[TARGET]], ptr addrspace(1) align 2 %[[SOURCE]], i64 2, i1 false)
; CHECK-NOT: barrier
; CHECK: ret void
define void @k(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, i64 %stride) {
  %event = call target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3sPU3AS1sllP13__spirv_Event(i32 2, ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, i64 %stride, target("spirv.Event") zeroinitializer)
  ret void
}
declare target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3sPU3AS1sllP13__spirv_Event(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
