; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; All lanes leave the loop together, so all of them come to its latch or none does, although the
; branch in `no` separates them before. The latch had a test whether a lane is active, which an
; assertion forbids. The way of no lane led out of the loop to both exits, so that `done` went on to
; `leave`.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK-NOT: lanes.done
; CHECK: latch:
; CHECK-NEXT: %next = add i32
; CHECK-NOT: lanes.done
; CHECK: leave:
; CHECK-SAME: preds = %yes.then{{$}}
define void @k(ptr %a, i32 %n, i32 %c) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i32, ptr %a, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %low = icmp ult i32 %c, 2
  br i1 %low, label %yes, label %no
yes:
  %ends = icmp eq i32 %i, %c
  br i1 %ends, label %leave, label %latch
no:
  %value = load i32, ptr %to
  %small = icmp ult i32 %value, 6
  br i1 %small, label %side, label %latch
side:
  store i32 %i, ptr %to
  br label %latch
latch:
  %next = add i32 %i, 1
  br label %loop
done:
  store i32 1, ptr %to
  br label %end
leave:
  store i32 2, ptr %to
  br label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
