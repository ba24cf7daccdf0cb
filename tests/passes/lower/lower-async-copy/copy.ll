; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The first work-item copies, waiting is a barrier; the non-local side is strided.
; RUN: %cc --passes=lower-async-copy %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK: %[[ID:.*]] = call i64 @lanewise.local_linear_id()
; CHECK: icmp eq i64 %[[ID]], 0
; CHECK: %[[BYTES:.*]] = mul i64 %n, 16
; CHECK: call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 8 %l, ptr addrspace(1) align 8 %g, i64 %[[BYTES]], i1 false)
; CHECK: call void @lanewise.barrier()
; CHECK-NOT: prefetch
; CHECK: ret void
define void @k(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, ptr addrspace(4) %e) {
  %event = call target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3Dv3_fPU3AS1S_llP13__spirv_Event(i32 2, ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n, i64 1, target("spirv.Event") zeroinitializer)
  call void @_Z23__spirv_GroupWaitEventsiiPU3AS4P13__spirv_Event(i32 2, i32 1, ptr addrspace(4) %e)
  call void @_Z20__spirv_ocl_prefetchPU3AS1fl(ptr addrspace(1) %g, i64 4)
  ret void
}
; CHECK-LABEL: define void @strided
; CHECK: %[[FAR:.*]] = mul i64 %[[I:.*]], 5
; CHECK: mul i64 %[[FAR]], 4
; CHECK: mul i64 %[[I]], 4
; CHECK: call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 4 {{.*}}, ptr addrspace(3) align 4 {{.*}}, i64 4, i1 false)
define void @strided(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n) {
  %event = call target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS1fPU3AS3fllP13__spirv_Event(i32 2, ptr addrspace(1) %g, ptr addrspace(3) %l, i64 %n, i64 5, target("spirv.Event") zeroinitializer)
  ret void
}
declare target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS3Dv3_fPU3AS1S_llP13__spirv_Event(i32, ptr addrspace(3), ptr addrspace(1), i64, i64, target("spirv.Event"))
declare target("spirv.Event") @_Z22__spirv_GroupAsyncCopyiPU3AS1fPU3AS3fllP13__spirv_Event(i32, ptr addrspace(1), ptr addrspace(3), i64, i64, target("spirv.Event"))
declare void @_Z23__spirv_GroupWaitEventsiiPU3AS4P13__spirv_Event(i32, i32, ptr addrspace(4))
declare void @_Z20__spirv_ocl_prefetchPU3AS1fl(ptr addrspace(1), i64)
