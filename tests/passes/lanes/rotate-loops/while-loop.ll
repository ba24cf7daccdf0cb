; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The condition at the begin of a loop moves to its end; a copy in front of the loop decides whether the
; loop runs at all.
; RUN: %cc --passes=rotate-loops %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: %[[FIRST:.*]] = icmp ult i64 0, %n
; CHECK-NEXT: br i1 %[[FIRST]], label %[[PREHEADER:.*]], label %after
; CHECK: [[PREHEADER]]:
; CHECK-NEXT: br label %body
; CHECK: body:
; CHECK: store i64
; CHECK: %more = icmp ult i64 %next, %n
; CHECK-NEXT: br i1 %more, label %body, label %[[EXIT:.*]]
; CHECK: after:
; CHECK: store i64 7
define void @k(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %after
body:
  %to = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %to
  %next = add i64 %i, 1
  br label %loop
after:
  store i64 7, ptr %p
  ret void
}
