; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each row that runs together with others has its own private variables, its part of the spill area and its linear ids.
; A value that grows from row to row is a sum, also in a loop. Atomics and volatile accesses have an order: rows do not
; run together.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_linear_id() memory(none)
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @private(
; CHECK: %array = alloca [64 x i64]
; CHECK: alloca [64 x i64]
; CHECK: {{^}}together:
; CHECK: {{^}}item:
; CHECK: getelementptr i64, ptr %array, i64 %i
; CHECK: getelementptr i64, ptr %{{[0-9]+}}, i64 %i
define void @private(ptr %out, i64 %i) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %array = alloca [64 x i64]
  %y = call i64 @lanewise.global_id(i32 1)
  %p = getelementptr i64, ptr %array, i64 %i
  store i64 %y, ptr %p
  %v = load i64, ptr %array
  %q = getelementptr i64, ptr %out, i64 %y
  store i64 %v, ptr %q
  ret void
}

; CHECK-LABEL: define void @spilled(
; CHECK: {{^}}together:
; CHECK: mul nuw nsw i64 %[[SIZE:.*]], 8
; CHECK-LABEL: define void @counted(
define void @spilled(ptr %out) "lanewise-kernel"="l" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %y = call i64 @lanewise.global_id(i32 1)
  %p = getelementptr i64, ptr %out, i64 %y
  %v = load i64, ptr %p
  call void @lanewise.barrier()
  %q = getelementptr i64, ptr %p, i64 1
  store i64 %v, ptr %q
  ret void
}

; CHECK: {{^}}together:
; CHECK: {{^}}loop:
; CHECK: %[[N:.*]] = phi i64 [ %{{.*}}, %item ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[N1:.*]] = add i64 %[[N]], 1
; CHECK-NOT: add i64 %[[N1]], 1
; CHECK: store i64 %[[N1]]
define void @counted(ptr %out, i64 %end) "lanewise-kernel"="m" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %y = call i64 @lanewise.global_id(i32 1)
  br label %loop

loop:
  %n = phi i64 [ %y, %0 ], [ %next, %loop ]
  %k = phi i64 [ 0, %0 ], [ %k1, %loop ]
  %p = getelementptr i64, ptr %out, i64 %n
  store i64 %n, ptr %p
  %next = add i64 %n, 16
  %k1 = add i64 %k, 1
  %done = icmp eq i64 %k1, %end
  br i1 %done, label %last, label %loop

last:
  ret void
}

; CHECK-LABEL: define void @linear(
; CHECK: {{^}}together:
; CHECK: {{^}}item:
; CHECK: mul nuw nsw i64 1, %{{.*}}
define void @linear(ptr %out) "lanewise-kernel"="n" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %y = call i64 @lanewise.global_id(i32 1)
  %l = call i64 @lanewise.local_linear_id()
  %p = getelementptr i64, ptr %out, i64 %l
  store i64 %y, ptr %p
  ret void
}

; CHECK-LABEL: define void @atomic(
; CHECK-NOT: {{^}}together:
; CHECK: ret void
define void @atomic(ptr %out) "lanewise-kernel"="o" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %y = call i64 @lanewise.global_id(i32 1)
  %old = atomicrmw add ptr %out, i64 %y monotonic
  ret void
}

; CHECK-LABEL: define void @ordered(
; CHECK-NOT: {{^}}together:
; CHECK: ret void
define void @ordered(ptr %out) "lanewise-kernel"="p" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %y = call i64 @lanewise.global_id(i32 1)
  store volatile i64 %y, ptr %out
  ret void
}

!llvm.module.flags = !{!1}
!1 = !{i32 2, !"lanewise-rows", i32 2}
