; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A `break` out of a scope with variables went through the end of the scope, with a number that
; differs between work-items: loops had more exits than the source, and stayed scalar.
; RUN: %cc --passes=thread-switches %s | FileCheck %s
declare i32 @next(i32)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: define i32 @loop(
; CHECK: loop:
; CHECK: %i = phi i32 [ 0, %entry ], [ %more, %latch ]
; CHECK: br i1 %far, label %[[BREAK:.*]], label %inside
; CHECK: inside:
; CHECK: br label %[[ON:.*]]
; CHECK-NOT: switch
; CHECK: [[BREAK]]:
; CHECK-NEXT: br label %out
; CHECK: [[ON]]:
; CHECK-NEXT: br label %latch
; CHECK: latch:
; CHECK-NEXT: %more = add i32 %y, 1
; CHECK: out:
; CHECK-NEXT: %result = phi i32 [ %more, %latch ], [ %i, %[[BREAK]] ]
define i32 @loop(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %latch ]
  %x = call i32 @next(i32 %i)
  %far = icmp sgt i32 %x, 4
  br i1 %far, label %ends, label %inside
inside:
  %y = add i32 %x, 7
  br label %ends
ends:
  %value = phi i32 [ %y, %inside ], [ %i, %loop ]
  %where = phi i32 [ 0, %inside ], [ 2, %loop ]
  switch i32 %where, label %never [
    i32 0, label %latch
    i32 2, label %out
  ]
latch:
  %more = add i32 %value, 1
  %again = icmp slt i32 %more, %n
  br i1 %again, label %loop, label %out
out:
  %result = phi i32 [ %value, %ends ], [ %more, %latch ]
  ret i32 %result
never:
  unreachable
}

; One predecessor's number is not known. What was dominated by the block has a phi now, and the end
; of a variable's lifetime is on each way.
; CHECK-LABEL: define i32 @unknown(
; CHECK: br i1 %c, label %[[WAY:.*]], label %b
; CHECK: b:
; CHECK: br label %ends
; CHECK: ends:
; CHECK-NEXT: %where = phi i32 [ %number, %b ]
; CHECK-NEXT: %value = phi i32 [ 5, %b ]
; CHECK-NEXT: call void @llvm.lifetime.end.p0(i64 4, ptr %v)
; CHECK-NEXT: switch i32 %where
; CHECK: [[WAY]]:
; CHECK-NEXT: call void @llvm.lifetime.end.p0(i64 4, ptr %v)
; CHECK-NEXT: br label %one
; CHECK: one:
; CHECK-NEXT: %[[EITHER:.*]] = phi i32 [ 3, %[[WAY]] ], [ %value, %ends ]
; CHECK-NEXT: add i32 %[[EITHER]], 1
define i32 @unknown(i1 %c, i32 %number) {
  %v = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %v)
  br i1 %c, label %ends, label %b
b:
  br label %ends
ends:
  %where = phi i32 [ 1, %0 ], [ %number, %b ]
  %value = phi i32 [ 3, %0 ], [ 5, %b ]
  call void @llvm.lifetime.end.p0(i64 4, ptr %v)
  switch i32 %where, label %other [ i32 1, label %one ]
one:
  %sum = add i32 %value, 1
  ret i32 %sum
other:
  ret i32 %value
}

; The header of a loop stays one.
; CHECK-LABEL: define void @machine(
; CHECK: loop:
; CHECK-NEXT: %state = phi i32 [ 0, %entry ], [ 1, %a ], [ 2, %b ]
; CHECK-NEXT: switch i32 %state
define void @machine() {
entry:
  br label %loop
loop:
  %state = phi i32 [ 0, %entry ], [ 1, %a ], [ 2, %b ]
  switch i32 %state, label %out [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  br label %loop
b:
  br label %loop
out:
  ret void
}

; Two ends of scopes, one behind the other.
; CHECK-LABEL: define i32 @nested(
; CHECK-NEXT: br i1 %c, label %[[FIRST:.*]], label %b
; CHECK: b:
; CHECK-NEXT: br label %[[SECOND:.*]]
; CHECK: [[FIRST]]:
; CHECK-NEXT: br label %on
; CHECK: [[SECOND]]:
; CHECK-NEXT: br label %[[BACK:.*]]
; CHECK: on:
; CHECK-NEXT: br label %[[NEXT:.*]]
; CHECK: [[NEXT]]:
; CHECK-NEXT: br label %next
; CHECK: [[BACK]]:
; CHECK-NEXT: br label %back
; CHECK: next:
; CHECK-NEXT: ret i32 1
; CHECK: back:
; CHECK-NEXT: ret i32 2
define i32 @nested(i1 %c) {
  br i1 %c, label %inner, label %b
b:
  br label %inner
inner:
  %where = phi i32 [ 0, %0 ], [ 3, %b ]
  switch i32 %where, label %outer [ i32 0, label %on ]
on:
  br label %outer
outer:
  %to = phi i32 [ 0, %on ], [ %where, %inner ]
  switch i32 %to, label %never [
    i32 0, label %next
    i32 3, label %back
  ]
next:
  ret i32 1
back:
  ret i32 2
never:
  unreachable
}

; Threading `ends` makes `b` the header of the loop of `h` and `b`. %v was poison in `q`.
; CHECK-LABEL: define i32 @header(
; CHECK: b:
; CHECK-NEXT: %[[V:.*]] = phi i32 [ %[[V]], %h ], [ %x, %{{.*}} ], [ 7, %{{.*}} ]
; CHECK-NEXT: %m = phi i32
; CHECK-NEXT: switch i32 %m
; CHECK: q:
; CHECK-NEXT: call i32 @next(i32 %[[V]])
; CHECK: ret i32
define i32 @header(i32 %s, i1 %d, i32 %x) {
entry:
  switch i32 %s, label %a [
    i32 1, label %c
    i32 2, label %e
  ]
a:
  br label %ends
c:
  br label %ends
e:
  br label %ends
ends:
  %n = phi i32 [ 1, %a ], [ 1, %c ], [ 2, %e ]
  %v = phi i32 [ 7, %a ], [ %x, %c ], [ 3, %e ]
  switch i32 %n, label %h [
    i32 1, label %b
    i32 2, label %out
  ]
h:
  br label %b
b:
  %m = phi i32 [ 0, %ends ], [ 1, %h ]
  switch i32 %m, label %out [
    i32 0, label %p
    i32 1, label %q
  ]
p:
  %p1 = call i32 @next(i32 %v)
  br i1 %d, label %h, label %out
q:
  %q1 = call i32 @next(i32 %v)
  br i1 %d, label %h, label %out
out:
  %r = phi i32 [ 1, %ends ], [ 2, %b ], [ 3, %p ], [ 4, %q ]
  ret i32 %r
}

; The variable whose lifetime ends is another one on each way: the block stays.
; CHECK-LABEL: define i32 @lifetimes(
; CHECK: %which = phi ptr
; CHECK: call void @llvm.lifetime.end.p0(i64 4, ptr %which)
; CHECK-NEXT: switch i32
define i32 @lifetimes(i1 %c) {
  %v = alloca i32
  %w = alloca i32
  br i1 %c, label %ends, label %b
b:
  br label %ends
ends:
  %n = phi i32 [ 0, %0 ], [ 1, %b ]
  %which = phi ptr [ %v, %0 ], [ %w, %b ]
  call void @llvm.lifetime.end.p0(i64 4, ptr %which)
  switch i32 %n, label %x [ i32 0, label %y ]
x:
  ret i32 1
y:
  ret i32 2
}
