; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Values of local memory that are exchanged or stay as they are: stores without a branch.
; RUN: %cc --passes=select-local-stores %s | FileCheck %s
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @order(
; CHECK: %[[LOW:.*]] = select i1 %above, i32 %y, i32 %x
; CHECK-NEXT: store i32 %[[LOW]], ptr %a
; CHECK-NEXT: %[[HIGH:.*]] = select i1 %above, i32 %x, i32 %y
; CHECK-NEXT: store i32 %[[HIGH]], ptr %b
; CHECK-NEXT: %[[SWAPS:.*]] = select i1 %above, i32 1, i32 0
; CHECK-NEXT: br label %end
; CHECK: store i32 %[[SWAPS]], ptr %count
define void @order(ptr %a, ptr %b, ptr %count) {
  %x = load i32, ptr %a, !alias.scope !2
  %y = load i32, ptr %b, !alias.scope !2
  %above = icmp ugt i32 %x, %y
  br i1 %above, label %then, label %end
then:
  store i32 %y, ptr %a, !alias.scope !2
  store i32 %x, ptr %b, !alias.scope !2
  br label %end
end:
  %swaps = phi i32 [ 0, %0 ], [ 1, %then ]
  store i32 %swaps, ptr %count
  ret void
}

; On the other side of the branch.
; CHECK-LABEL: define void @otherwise(
; CHECK: %[[VALUE:.*]] = select i1 %more, i32 %x, i32 0
; CHECK-NEXT: store i32 %[[VALUE]], ptr %a
define void @otherwise(ptr %a) {
  %x = load i32, ptr %a, !alias.scope !2
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %end, label %else
else:
  store i32 0, ptr %a, !alias.scope !2
  br label %end
end:
  ret void
}

; A buffer may be protected, another work-item may have written behind a barrier, and of %b nothing is
; known.
; CHECK-LABEL: define void @buffer(
; CHECK-NOT: select
; CHECK-LABEL: define void @barrier(
; CHECK-NOT: select
; CHECK-LABEL: define void @unread(
; CHECK-NOT: select
define void @buffer(ptr %a) {
  %x = load i32, ptr %a, !alias.scope !4
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 0, ptr %a, !alias.scope !4
  br label %end
end:
  ret void
}
define void @barrier(ptr %a) {
  %x = load i32, ptr %a, !alias.scope !2
  call void @lanewise.barrier()
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 0, ptr %a, !alias.scope !2
  br label %end
end:
  ret void
}
define void @unread(ptr %a, ptr %b) {
  %x = load i32, ptr %a, !alias.scope !2
  %more = icmp sgt i32 %x, 0
  br i1 %more, label %then, label %end
then:
  store i32 0, ptr %a, !alias.scope !2
  store i32 0, ptr %b, !alias.scope !2
  br label %end
end:
  ret void
}
!0 = distinct !{!0, !"address spaces"}
!1 = distinct !{!1, !0, !"local memory"}
!2 = !{!1}
!3 = distinct !{!3, !0, !"buffers"}
!4 = !{!3}
