; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops whose exits depend on what other work-items write.
; RUN: %cc --passes=insert-yields %s | FileCheck %s

; CHECK-LABEL: define void @atomic_load(
; CHECK: br i1 %done, label %end, label %[[NEXT:.*]]
; CHECK: [[NEXT]]:
; CHECK-NEXT: call void @lanewise.yield()
; CHECK-NEXT: br label %loop
define void @atomic_load(ptr %p) "lanewise-kernel"="a" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p unordered, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @volatile_load(
; CHECK: call void @lanewise.yield()
; CHECK-LABEL: define void @lock(
define void @volatile_load(ptr %p) "lanewise-kernel"="b" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr %p, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The expected value is not what was read before.
; CHECK: call void @lanewise.yield()
; CHECK-LABEL: define void @fenced(
define void @lock(ptr %p) "lanewise-kernel"="c" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst, align 4
  %old = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %old, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK: call void @lanewise.yield()
; CHECK-LABEL: define void @inside(
define void @fenced(ptr %p) "lanewise-kernel"="d" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load i32, ptr %p, align 4
  fence syncscope("singlethread") acquire
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The exit stands in a branch that depends on the load.
; CHECK: call void @lanewise.yield()
; CHECK-LABEL: define void @chosen(
define void @inside(ptr %p, i32 %n) "lanewise-kernel"="e" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = load atomic i32, ptr %p monotonic, align 4
  %set = icmp eq i32 %x, 1
  br i1 %set, label %maybe, label %latch
maybe:
  %enough = icmp ugt i32 %i, %n
  br i1 %enough, label %end, label %latch
latch:
  %next = add i32 %i, 1
  br label %loop
end:
  ret void
}

; The condition is a value that depends on the way here.
; CHECK: call void @lanewise.yield()
; CHECK-LABEL: define void @retried(
define void @chosen(ptr %p, i32 %n) "lanewise-kernel"="f" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p monotonic, align 4
  %set = icmp eq i32 %x, 1
  br i1 %set, label %then, label %latch
then:
  br label %latch
latch:
  %again = phi i1 [ true, %loop ], [ false, %then ]
  br i1 %again, label %loop, label %end
end:
  ret void
}

; A repeated compare-and-exchange with a lock bit in the value waits.
; CHECK: call void @lanewise.yield()
define void @retried(ptr %p) "lanewise-kernel"="g" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p monotonic, align 4
  %locked = icmp slt i32 %x, 0
  br i1 %locked, label %loop, label %try
try:
  %new = add i32 %x, 1
  %pair = cmpxchg ptr %p, i32 %x, i32 %new seq_cst seq_cst, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Sub-groups have a promise that others run, for loops that count, too.
; CHECK-LABEL: define void @counts_in_sub_group(
; CHECK: call void @lanewise.yield()
define void @counts_in_sub_group(ptr %p, i32 %n) "lanewise-kernel"="h" "lanewise-arguments"="v0,v8" "lanewise-uses-sub-groups" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %try, label %end
try:
  %x = load atomic i32, ptr %p monotonic, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %latch
latch:
  %next = add i32 %i, 1
  br label %loop
end:
  ret void
}

; Nothing is known of a counter that goes away from its bound.
; CHECK-LABEL: define void @goes_away(
; CHECK: call void @lanewise.yield()
define void @goes_away(ptr %p, i32 %n) "lanewise-kernel"="i" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %try, label %end
try:
  %x = load atomic i32, ptr %p monotonic, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %latch
latch:
  %next = add i32 %i, -1
  br label %loop
end:
  ret void
}

; A lock is given back behind the loop: lanes of a vector that wait for it counted to the end before.
; CHECK-LABEL: define void @lock_with_few_tries(
; CHECK: call void @lanewise.yield()
define void @lock_with_few_tries(ptr %lock, ptr %sum) "lanewise-kernel"="j" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %pair = cmpxchg ptr %lock, i32 0, i32 1 seq_cst seq_cst, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %critical, label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 20000
  br i1 %more, label %loop, label %end
critical:
  %x = load i32, ptr %sum
  %y = add i32 %x, 1
  store i32 %y, ptr %sum
  %old = atomicrmw xchg ptr %lock, i32 0 seq_cst, align 4
  br label %end
end:
  ret void
}

; A counter of bytes may never come to a wider bound.
; CHECK-LABEL: define void @counts_bytes(
; CHECK: call void @lanewise.yield()
define void @counts_bytes(ptr %p, i32 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %latch ]
  %wide = zext i8 %i to i32
  %more = icmp ult i32 %wide, %n
  br i1 %more, label %try, label %end
try:
  %x = load atomic i32, ptr %p monotonic, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %latch
latch:
  %next = add i8 %i, 1
  br label %loop
end:
  ret void
}
