; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops in each other that all leave to the same block, from their conditions and from other places. All
; are rotated, and values of each loop reach the block.
; RUN: %cc --passes=rotate-loops,verify %s | FileCheck %s

; CHECK-LABEL: define i64 @k(
; CHECK: inner.latch:
; CHECK: %more.outer = icmp ult
; CHECK-NEXT: br i1 %more.outer, label %middle
; CHECK: again:
; CHECK: %more.inner = icmp ult
; CHECK-NEXT: br i1 %more.inner, label %body
; CHECK: end:
; CHECK: phi i64
declare i1 @leave(i64)
define i64 @k(i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.outer, %inner.latch ]
  %more.outer = icmp ult i64 %i, %n
  br i1 %more.outer, label %middle, label %end
middle:
  %early = call i1 @leave(i64 %i)
  br i1 %early, label %end, label %inner
inner:
  %j = phi i64 [ %i, %middle ], [ %next.inner, %again ]
  %more.inner = icmp ult i64 %j, %m
  br i1 %more.inner, label %body, label %end
body:
  %late = call i1 @leave(i64 %j)
  br i1 %late, label %inner.latch, label %other
inner.latch:
  %next.outer = add i64 %j, %i
  br label %outer
other:
  %next.inner = add i64 %j, 1
  %stop = call i1 @leave(i64 %m)
  br i1 %stop, label %end, label %again
again:
  call i1 @leave(i64 %j)
  br label %inner
end:
  %result = phi i64 [ %i, %outer ], [ %n, %middle ], [ %j, %inner ], [ %next.inner, %other ]
  ret i64 %result
}
