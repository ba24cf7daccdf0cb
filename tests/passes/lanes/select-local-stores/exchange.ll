; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Both sides of the branch write what is or becomes the contents: selects instead of a branch.
; RUN: %cc --level=x86-64-v4 --passes=select-local-stores %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @order(
; CHECK: %above = icmp ugt i32 %x, %y
; CHECK-NEXT: %[[LOW:.*]] = select i1 %above, i32 %y, i32 %x
; CHECK-NEXT: store i32 %[[LOW]], ptr %at
; CHECK-NEXT: %[[HIGH:.*]] = select i1 %above, i32 %x, i32 %y
; CHECK-NEXT: store i32 %[[HIGH]], ptr %far
; CHECK-NEXT: br label %end
define void @order(ptr %a) "lanewise-kernel"="order" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0" "lanewise-prepared" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  %far = getelementptr i8, ptr %at, i64 1024
  %x = load i32, ptr %at, !alias.scope !2
  %y = load i32, ptr %far, !alias.scope !2
  %above = icmp ugt i32 %x, %y
  br i1 %above, label %then, label %end
then:
  store i32 %y, ptr %at, !alias.scope !2
  store i32 %x, ptr %far, !alias.scope !2
  br label %end
end:
  ret void
}

; All lanes store to one address: those that do not would undo what another one stores.
; CHECK-LABEL: define void @flag(
; CHECK: br i1 %above, label %then, label %end
define void @flag(ptr %a, i32 %limit) "lanewise-kernel"="flag" "lanewise-local-size"="64,1,1" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
  %id = call i64 @lanewise.local_id(i32 0)
  %number = trunc i64 %id to i32
  %x = load i32, ptr %a, !alias.scope !2
  %above = icmp ugt i32 %number, %limit
  br i1 %above, label %then, label %end
then:
  store i32 1, ptr %a, !alias.scope !2
  br label %end
end:
  ret void
}
!0 = distinct !{!0, !"address spaces"}
!1 = distinct !{!1, !0, !"local memory"}
!2 = !{!1}
!3 = distinct !{!3, !0, !"buffers"}
!4 = !{!3}
