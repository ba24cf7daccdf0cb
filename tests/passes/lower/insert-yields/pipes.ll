; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that waits for packets lets the other sub-groups run. Without sub-groups there is no promise, and a
; loop that empties a pipe must stay a loop of vectors.
; RUN: %cc --passes=insert-yields %s | FileCheck %s
declare i32 @lw_ReadPipe_p_p_i32(ptr, ptr, i32) nounwind willreturn

; CHECK-LABEL: define void @waits(
; CHECK: call void @lanewise.yield()
define void @waits(ptr %pipe, ptr %to) "lanewise-kernel"="a" "lanewise-uses-sub-groups" {
entry:
  br label %loop
loop:
  %code = call i32 @lw_ReadPipe_p_p_i32(ptr %pipe, ptr %to, i32 4)
  %ok = icmp eq i32 %code, 0
  br i1 %ok, label %done, label %loop
done:
  ret void
}
; CHECK-LABEL: define void @empties(
; CHECK-NOT: call void @lanewise.yield()
; CHECK: ret void
define void @empties(ptr %pipe, ptr %to) "lanewise-kernel"="b" {
entry:
  br label %loop
loop:
  %code = call i32 @lw_ReadPipe_p_p_i32(ptr %pipe, ptr %to, i32 4)
  %ok = icmp eq i32 %code, 0
  br i1 %ok, label %loop, label %done
done:
  ret void
}
