; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values that only look uniform are kept for each work-item.
; RUN: %cc --passes=barrier-regions %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @lanewise.barrier()

; Only some work-items define it; the others may not overwrite it with an undefined value.
; CHECK-LABEL: define void @undefined.for.some(
; CHECK-NOT: %once
; CHECK: ret void
define void @undefined.for.some(ptr %p, i64 %n) "lanewise-kernel"="undefined.for.some" "lanewise-arguments"="v0,v8" {
  %i = call i64 @lanewise.global_id(i32 0)
  %active = icmp ult i64 %i, %n
  br i1 %active, label %some, label %all
some:
  %value = udiv i64 %n, 3
  br label %all
all:
  %merged = phi i64 [ undef, %0 ], [ %value, %some ]
  call void @lanewise.barrier()
  store i64 %merged, ptr %p
  ret void
}

; The arms of a divergent branch have a uniform branch each.
; CHECK-LABEL: define void @nested.branches(
; CHECK-NOT: %once
; CHECK: ret void
define void @nested.branches(ptr %p, i1 %a, i1 %b) "lanewise-kernel"="nested.branches" "lanewise-arguments"="v0,v8,v12" {
  %i = call i64 @lanewise.global_id(i32 0)
  %odd = trunc i64 %i to i1
  br i1 %odd, label %left, label %right
left:
  br i1 %a, label %left.if, label %meet
left.if:
  br label %meet
right:
  br i1 %b, label %right.if, label %meet
right.if:
  br label %meet
meet:
  %merged = phi i64 [ 1, %left ], [ 2, %left.if ], [ 3, %right ], [ 4, %right.if ]
  call void @lanewise.barrier()
  store i64 %merged, ptr %p
  ret void
}

; The loop is left in different iterations by two ways.
; CHECK-LABEL: define void @search(
; CHECK-NOT: %once
; CHECK: ret void
define void @search(ptr %p, i64 %n) "lanewise-kernel"="search" "lanewise-arguments"="v0,v8" {
  %i = call i64 @lanewise.global_id(i32 0)
  br label %head
head:
  %count = phi i64 [ 0, %0 ], [ %next, %latch ]
  %more = icmp ult i64 %count, %n
  br i1 %more, label %body, label %done
body:
  %found = icmp eq i64 %count, %i
  br i1 %found, label %done, label %latch
latch:
  %next = add i64 %count, 1
  br label %head
done:
  %result = phi i64 [ 2, %head ], [ 1, %body ]
  call void @lanewise.barrier()
  store i64 %result, ptr %p
  ret void
}

; Uniform where two ways meet that a uniform branch chooses: kept once, as it should be.
; CHECK-LABEL: define void @same.for.all(
; CHECK: %once = alloca i64
; CHECK: ret void
define void @same.for.all(ptr %p, i1 %a) "lanewise-kernel"="same.for.all" "lanewise-arguments"="v0,v8" {
  br i1 %a, label %some, label %all
some:
  br label %all
all:
  %merged = phi i64 [ 1, %0 ], [ 2, %some ]
  call void @lanewise.barrier()
  store i64 %merged, ptr %p
  ret void
}
