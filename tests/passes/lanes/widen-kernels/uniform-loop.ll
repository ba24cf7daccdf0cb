; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that all lanes leave together is kept as it is, also inside of divergent code: its branch is
; scalar, and its counter too.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK-NOT: phi <4 x i1>
; CHECK: %[[I:.*]] = phi i64
; CHECK: call void @llvm.masked.store.v4i64.p0({{.*}}, ptr %to, i32 4, <4 x i1> %[[MASK:.*]])
; CHECK: %next = add nuw i64 %[[I]], 1
; CHECK: %more = icmp ult i64 %next, %n
; CHECK: br i1 %more, label %loop.then, label %loop.else, !llvm.loop
; CHECK-NOT: lanes.done
; CHECK: }
define void @k(ptr %p, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %some = icmp ugt i64 %id, 5
  br i1 %some, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %sum = add i64 %id, %i
  %to = getelementptr i64, ptr %p, i64 %sum
  store i64 %i, ptr %to
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !9
end:
  ret void
}
!9 = distinct !{!9}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
