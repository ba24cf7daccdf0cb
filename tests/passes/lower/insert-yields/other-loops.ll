; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops that end without another work-item get no yield. The last kernel has one.
; RUN: %cc --passes=insert-yields %s | FileCheck %s

; The value is expected that was read: an exchange fails only if another one succeeds.
; CHECK-LABEL: define void @exchange(
; CHECK-NOT: call void @lanewise.yield
define void @exchange(ptr %p) "lanewise-kernel"="a" "lanewise-arguments"="v0" {
entry:
  %first = load i32, ptr %p
  br label %loop
loop:
  %x = phi i32 [ %first, %entry ], [ %old, %loop ]
  %real = bitcast i32 %x to float
  %sum = fadd float %real, 1.0
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr %p, i32 %x, i32 %new seq_cst seq_cst, align 4
  %old = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %old, %x
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @exchange_of_loaded(
; CHECK-NOT: call void @lanewise.yield
define void @exchange_of_loaded(ptr %p) "lanewise-kernel"="b" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load volatile float, ptr %p
  %sum = fadd float %x, 1.0
  %expected = bitcast float %x to i32
  %new = bitcast float %sum to i32
  %pair = cmpxchg ptr %p, i32 %expected, i32 %new seq_cst seq_cst, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Each work-item takes numbers until there are no more.
; CHECK-LABEL: define void @queue(
; CHECK-NOT: call void @lanewise.yield
define void @queue(ptr %p, i32 %n) "lanewise-kernel"="c" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %x = atomicrmw add ptr %p, i32 1 monotonic
  %more = icmp ult i32 %x, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What was read does not decide when the loop ends.
; CHECK-LABEL: define void @visits(
; CHECK-NOT: call void @lanewise.yield
define void @visits(ptr %p, i32 %n) "lanewise-kernel"="d" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %found = phi i32 [ 0, %entry ], [ %sum, %latch ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = atomicrmw xchg ptr %at, i32 1 monotonic
  %new = icmp eq i32 %x, 0
  br i1 %new, label %then, label %latch
then:
  %one = add i32 %found, 1
  br label %latch
latch:
  %sum = phi i32 [ %found, %loop ], [ %one, %then ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %sum, ptr %p
  ret void
}

; All wait at the barrier.
declare void @lanewise.barrier() convergent
; CHECK-LABEL: define void @barrier(
; CHECK-NOT: call void @lanewise.yield
define void @barrier(ptr %p) "lanewise-kernel"="e" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p monotonic, align 4
  call void @lanewise.barrier()
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Volatile, but private.
; CHECK-LABEL: define void @private(
; CHECK-NOT: call void @lanewise.yield
define void @private() "lanewise-kernel"="f" "lanewise-arguments"="" {
entry:
  %v = alloca i32
  store i32 0, ptr %v
  br label %loop
loop:
  %x = load volatile i32, ptr %v
  %next = add i32 %x, 1
  store volatile i32 %next, ptr %v
  %done = icmp eq i32 %x, 9
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A search for a free place ends when all places have been tried.
; CHECK-LABEL: define void @counts(
; CHECK-NOT: call void @lanewise.yield
define void @counts(ptr %p, i32 %n, i32 %key) "lanewise-kernel"="h" "lanewise-arguments"="v0,v8,v12" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ule i32 %i, %n
  br i1 %more, label %try, label %end
try:
  %at = getelementptr i32, ptr %p, i32 %i
  %pair = cmpxchg ptr %at, i32 0, i32 %key seq_cst seq_cst, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %latch
latch:
  %next = add i32 %i, 1
  br label %loop
end:
  ret void
}

; So does one that counts down, with both conditions in one.
; CHECK-LABEL: define void @counts_down(
; CHECK-NOT: call void @lanewise.yield
define void @counts_down(ptr %p, i32 %key) "lanewise-kernel"="i" "lanewise-arguments"="v0,v8" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 100, %entry ], [ %next, %loop ]
  %next = add nsw i64 %i, -1
  %at = getelementptr i32, ptr %p, i64 %i
  %pair = cmpxchg ptr %at, i32 0, i32 %key seq_cst seq_cst, align 4
  %done = extractvalue { i32, i1 } %pair, 1
  %last = icmp slt i64 %next, 0
  %leave = select i1 %last, i1 true, i1 %done
  br i1 %leave, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @waits(
; CHECK: call void @lanewise.yield
define void @waits(ptr %p) "lanewise-kernel"="g" "lanewise-arguments"="v0" {
entry:
  br label %loop
loop:
  %x = load atomic i32, ptr %p monotonic, align 4
  %done = icmp eq i32 %x, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}
