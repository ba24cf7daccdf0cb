; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Lane 0 of a kernel runs what no condition is in front of, so a flag holds for it. It need not be
; one of the lanes that call a function: there the index of lane 0 may wrap, where those of others
; do not.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal void @f(ptr %p, i32 %index) "lanewise-out-of-line" {
  %next = sub nuw i32 %index, 1
  %wide = zext i32 %next to i64
  %to = getelementptr i32, ptr %p, i64 %wide
  store i32 1, ptr %to
  ret void
}
define void @k(ptr %p, i32 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %index = trunc i64 %id to i32
  %some = icmp ugt i32 %index, 0
  br i1 %some, label %call, label %end
call:
  call void @f(ptr %p, i32 %index)
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @f.lanes4(ptr %p, i32 %index, <4 x i1> %mask)
; CHECK: %next = sub i32 %index, 1
; CHECK: %[[FITS:.*]] = icmp ule i32 %next, -4
; CHECK: br i1 %[[FITS]]
; CHECK: call void @llvm.masked.scatter

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
