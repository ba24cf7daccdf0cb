; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The outer loops got the properties of the innermost one, whose last block was that of all.
; RUN: %cc --passes=separate-latches %s | FileCheck %s

; CHECK-LABEL: define void @shared(
; CHECK: outermost.again:
; CHECK-NEXT: br label %outermost
; CHECK: outermost:
; CHECK-NEXT: %i = phi i32 [ 0, %entry ], [ %i.next, %outermost.again ]
; CHECK: outer.again:
; CHECK-NEXT: br label %outer
; CHECK: outer:
; CHECK-NEXT: %j = phi i32 [ 0, %outermost ], [ %j.next, %outer.again ]
; CHECK: inner:
; CHECK-NEXT: %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
; CHECK: switch i32 %which, label %end [
; CHECK-NEXT: i32 0, label %inner
; CHECK-NEXT: i32 1, label %outer.again
; CHECK-NEXT: i32 2, label %outermost.again
define void @shared(ptr %p) {
entry:
  br label %outermost
outermost:
  %i = phi i32 [ 0, %entry ], [ %i.next, %inner ]
  br label %outer
outer:
  %j = phi i32 [ 0, %outermost ], [ %j.next, %inner ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %i.next = add i32 %i, 1
  %j.next = add i32 %j, 1
  %k.next = add i32 %k, 1
  %which = load volatile i32, ptr %p
  switch i32 %which, label %end [
    i32 0, label %inner
    i32 1, label %outer
    i32 2, label %outermost
  ]
end:
  ret void
}

; Loops that have their own last blocks stay as they are.
; CHECK-LABEL: define void @own(
; CHECK-NOT: .again
; CHECK: ret void
define void @own(ptr %p) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  %a = load volatile i1, ptr %p
  br i1 %a, label %inner, label %latch
latch:
  %b = load volatile i1, ptr %p
  br i1 %b, label %outer, label %end
end:
  ret void
}
