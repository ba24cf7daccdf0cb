; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops that wait for others although they look like those that do not: a lock whose bit is cleared in the
; expected value, a semaphore that goes down and up, a counter of which one bit is tested, and a poll by a
; plain load behind a barrier of the sub-group. All of them hung.
; RUN: %cc --passes=insert-yields %s | FileCheck %s
declare void @lanewise.sub_group.barrier() convergent

; CHECK-LABEL: define void @bit_of_a_lock(
; CHECK: call void @lanewise.yield()
define void @bit_of_a_lock(ptr %s) "lanewise-kernel"="a" {
entry:
  br label %loop
loop:
  %read = load atomic i32, ptr %s monotonic, align 4
  %free = and i32 %read, -2
  %taken = or i32 %free, 1
  %pair = cmpxchg ptr %s, i32 %free, i32 %taken acquire monotonic
  %ok = extractvalue { i32, i1 } %pair, 1
  br i1 %ok, label %done, label %loop
done:
  ret void
}
; CHECK-LABEL: define void @semaphore(
; CHECK: call void @lanewise.yield()
define void @semaphore(ptr %s) "lanewise-kernel"="b" {
entry:
  br label %loop
loop:
  %was = atomicrmw sub ptr %s, i32 1 acquire
  %none = icmp sle i32 %was, 0
  br i1 %none, label %back, label %done
back:
  %again = atomicrmw add ptr %s, i32 1 release
  br label %loop
done:
  ret void
}
; CHECK-LABEL: define void @bit_of_a_counter(
; CHECK: call void @lanewise.yield()
define void @bit_of_a_counter(ptr %s) "lanewise-kernel"="c" {
entry:
  br label %loop
loop:
  %was = atomicrmw add ptr %s, i32 2 acquire
  %bit = and i32 %was, 1
  %set = icmp ne i32 %bit, 0
  br i1 %set, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define void @load_behind_a_barrier(
; CHECK: call void @lanewise.yield()
define void @load_behind_a_barrier(ptr %flag) "lanewise-kernel"="d" {
entry:
  br label %loop
loop:
  call void @lanewise.sub_group.barrier()
  %value = load i32, ptr %flag, align 4
  call void @lanewise.sub_group.barrier()
  %set = icmp ne i32 %value, 0
  br i1 %set, label %done, label %loop
done:
  ret void
}
; CHECK-LABEL: define void @queue(
; CHECK-NOT: call void @lanewise.yield()
; CHECK: ret void
define void @queue(ptr %s, ptr %out, i32 %n) "lanewise-kernel"="e" {
entry:
  br label %loop
loop:
  %job = atomicrmw add ptr %s, i32 1 monotonic
  %more = icmp ult i32 %job, %n
  br i1 %more, label %work, label %done
work:
  %at = zext i32 %job to i64
  %to = getelementptr i32, ptr %out, i64 %at
  store i32 %job, ptr %to, align 4
  br label %loop
done:
  ret void
}
