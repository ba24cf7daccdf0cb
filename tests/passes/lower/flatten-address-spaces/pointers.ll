; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; All pointers are in address space 0, except pointers to __local globals, which are in 3.
; RUN: %cc --passes=flatten-address-spaces %s | FileCheck %s
%node = type { ptr addrspace(1), i32 }

; CHECK-DAG: @table = internal constant [2 x i32] [i32 1, i32 2]
; CHECK-DAG: @l = internal addrspace(3) global [4 x i32] undef
; CHECK-DAG: @list = internal global %node{{.*}} { ptr @other, i32 3 }
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]
@l = internal addrspace(3) global [4 x i32] undef
@other = internal addrspace(1) global i32 5
@list = internal addrspace(1) global %node { ptr addrspace(1) @other, i32 3 }

; CHECK: define void @k(ptr %out, ptr %c)
; CHECK-NEXT: %event = alloca ptr
; CHECK-NOT: addrspacecast ptr %
; CHECK: load i32, ptr %c, align 4
; CHECK: store i32 %{{.*}}, ptr getelementptr inbounds ([4 x i32], ptr addrspacecast (ptr addrspace(3) @l to ptr), i64 0, i64 1)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr @table, i64 8, i1 false)
; CHECK-NOT: target("spirv
define void @k(ptr addrspace(1) %out, ptr addrspace(2) %c) {
  %event = alloca target("spirv.Event")
  store target("spirv.Event") zeroinitializer, ptr %event
  %g = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %x = load i32, ptr addrspace(2) %c, align 4
  store i32 %x, ptr addrspace(4) %g
  store i32 %x, ptr addrspace(3) getelementptr inbounds ([4 x i32], ptr addrspace(3) @l, i64 0, i64 1)
  call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) %out, ptr addrspace(2) @table, i64 8, i1 false)
  %n = load ptr addrspace(1), ptr addrspace(1) @list
  store i32 1, ptr addrspace(1) %n
  ret void
}
declare void @llvm.memcpy.p1.p2.i64(ptr addrspace(1), ptr addrspace(2), i64, i1)
