; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop waits for what a function out of line reads by a volatile or atomic access: it may return it or
; store it to a variable of the kernel. A result that does not decide about the loop is nothing to wait
; for, nor is a function that only counts. In a loop with a fence any function that reads memory counts.
; RUN: %cc --passes=insert-yields %s | FileCheck %s

; CHECK-LABEL: define void @returned(
; CHECK: call void @lanewise.yield()
define void @returned(ptr %p) #0 {
  br label %loop
loop:
  %x = call i32 @poll(ptr %p)
  %done = icmp eq i32 %x, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @stored(
; CHECK: call void @lanewise.yield()
define void @stored(ptr %p) #0 {
  %variable = alloca i32
  br label %loop
loop:
  call void @pollInto(ptr %p, ptr %variable)
  %x = load i32, ptr %variable
  %done = icmp eq i32 %x, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @unrelated(
; CHECK-NOT: call void @lanewise.yield()
define void @unrelated(ptr %p) #0 {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %x = call i32 @poll(ptr %p)
  %place = getelementptr i32, ptr %p, i32 %x
  store i32 1, ptr %place
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 10
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @counted(
; CHECK-NOT: call void @lanewise.yield()
define void @counted(ptr %p) #0 {
  br label %loop
loop:
  %x = call i32 @count(ptr %p)
  %done = icmp eq i32 %x, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @fence(
; CHECK: call void @lanewise.yield()
define void @fence(ptr %p) #0 {
  br label %loop
loop:
  fence acquire
  %x = call i32 @read(ptr %p)
  %done = icmp eq i32 %x, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The loop ends by its count, but what it takes is given back behind it.
; CHECK-LABEL: define void @givenBack(
; CHECK: call void @lanewise.yield()
define void @givenBack(ptr %p) #0 {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %x = call i32 @take(ptr %p)
  %done = icmp eq i32 %x, 0
  br i1 %done, label %taken, label %again
again:
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 10
  br i1 %ends, label %end, label %loop
taken:
  store volatile i32 0, ptr %p
  br label %end
end:
  ret void
}

define internal i32 @poll(ptr %p) #1 {
  %x = load volatile i32, ptr %p
  ret i32 %x
}
define internal void @pollInto(ptr %p, ptr %variable) #1 {
  %x = call i32 @poll(ptr %p)
  store i32 %x, ptr %variable
  ret void
}
define internal i32 @count(ptr %p) #1 {
  %before = atomicrmw add ptr %p, i32 1 monotonic
  ret i32 3
}
define internal i32 @read(ptr %p) #1 {
  %x = load i32, ptr %p
  ret i32 %x
}
define internal i32 @take(ptr %p) #1 {
  %x = atomicrmw xchg ptr %p, i32 1 monotonic
  ret i32 %x
}
attributes #0 = { "lanewise-kernel"="k" }
attributes #1 = { "lanewise-out-of-line" }
