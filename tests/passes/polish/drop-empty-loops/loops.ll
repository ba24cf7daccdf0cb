; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop without effect goes, one that stores stays.
; RUN: %cc --passes=drop-empty-loops %s | FileCheck %s

; CHECK-LABEL: define void @empty(
; CHECK-NOT: phi
; CHECK: ret void
define void @empty(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @stores(
; CHECK: phi i64
; CHECK: store
define void @stores(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %at
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %end
end:
  ret void
}
