; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each initialized barrier has local memory of its own. The last sub-group that comes starts the next
; phase, the others yield until then.
; RUN: %cc --passes=lower-named-barriers %s | FileCheck %s
; CHECK: @[[MEMORY:named_barrier.*]] = internal addrspace(3) global [3 x i32] undef, align 4
; CHECK: @named_barrier{{.*}} = internal addrspace(3) global [3 x i32] undef, align 4
; CHECK-NOT: global
; CHECK-LABEL: define void @k(
; CHECK-NOT: call void @lanewise.barrier()
; CHECK: store i32 %n, ptr addrspace(3) @
; CHECK: store i32 0
; CHECK: store i32 0
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: store i32 2
; CHECK: call void @lanewise.barrier()
; CHECK-NEXT: call void @lanewise.sub_group.barrier()
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: %[[PHASE:.*]] = load i32, ptr addrspace(3) [[PHASEOF:.*]], align 4
; CHECK: %[[BEFORE:.*]] = load i32
; CHECK: %[[ARRIVALS:.*]] = add i32 %[[BEFORE]], 1
; CHECK: store i32 %[[ARRIVALS]]
; CHECK: %[[ALL:.*]] = icmp uge i32 %[[ARRIVALS]]
; CHECK-NEXT: br i1 %[[ALL]], label %last, label %wait
; CHECK: last:
; CHECK: store i32 0
; CHECK: add i32 %[[PHASE]], 1
; CHECK: wait:
; CHECK-NEXT: call void @lanewise.yield()
; CHECK: %[[NOW:.*]] = load i32, ptr addrspace(3) [[PHASEOF]]
; CHECK-NEXT: %[[SAME:.*]] = icmp eq i32 %[[NOW]], %[[PHASE]]
; CHECK-NEXT: br i1 %[[SAME]], label %wait, label %[[END:.*]]
; CHECK: [[END]]:
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret void
define void @k(i32 %n) "lanewise-kernel"="kernel.k" "lanewise-sub-group-size"="8" "lanewise-arguments"="v0" {
  %a = call ptr addrspace(3) @lanewise_named_barrier_initialize(i32 %n)
  %b = call ptr addrspace(3) @lanewise_named_barrier_initialize(i32 2)
  call void @lanewise_named_barrier_wait(ptr addrspace(3) %a, i32 2, i32 272)
  ret void
}
; Without semantics it only waits; memory that other devices see is fenced for them.
; CHECK-LABEL: define void @fences(
; CHECK-NOT: fence
; CHECK: call void @lanewise.yield()
; CHECK-NOT: fence
; CHECK: fence seq_cst
; CHECK: call void @lanewise.yield()
; CHECK: fence seq_cst
; CHECK-NEXT: ret void
define void @fences(ptr addrspace(3) %a) "lanewise-kernel"="kernel.fences" "lanewise-sub-group-size"="1" "lanewise-arguments"="l0" {
  call void @lanewise_named_barrier_wait(ptr addrspace(3) %a, i32 2, i32 0)
  call void @lanewise_named_barrier_wait(ptr addrspace(3) %a, i32 1, i32 528)
  ret void
}
declare ptr addrspace(3) @lanewise_named_barrier_initialize(i32) convergent
declare void @lanewise_named_barrier_wait(ptr addrspace(3), i32, i32) convergent
