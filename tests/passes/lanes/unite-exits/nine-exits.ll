; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A divergent loop with nine exits leaves through one, with the number of the exit.
; RUN: %cc --passes=unite-exits %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @search(
; CHECK: exits:
; CHECK-NEXT: %exit = phi i32 [ 0, %test0 ], [ 1, %test1 ], [ 2, %test2 ]
; CHECK: icmp ult i32 %exit, 4
define void @search(ptr %p, i64 %n) "lanewise-kernel"="search" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i64, ptr %p, i64 %id
  br label %test0
test0:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %x0 = mul i64 %i, 3
  %c0 = icmp eq i64 %id, %x0
  br i1 %c0, label %exit0, label %test1
test1:
  %x1 = mul i64 %i, 5
  %c1 = icmp eq i64 %id, %x1
  br i1 %c1, label %exit1, label %test2
test2:
  %x2 = mul i64 %i, 7
  %c2 = icmp eq i64 %id, %x2
  br i1 %c2, label %exit2, label %test3
test3:
  %x3 = mul i64 %i, 9
  %c3 = icmp eq i64 %id, %x3
  br i1 %c3, label %exit3, label %test4
test4:
  %x4 = mul i64 %i, 11
  %c4 = icmp eq i64 %id, %x4
  br i1 %c4, label %exit4, label %test5
test5:
  %x5 = mul i64 %i, 13
  %c5 = icmp eq i64 %id, %x5
  br i1 %c5, label %exit5, label %test6
test6:
  %x6 = mul i64 %i, 15
  %c6 = icmp eq i64 %id, %x6
  br i1 %c6, label %exit6, label %test7
test7:
  %x7 = mul i64 %i, 17
  %c7 = icmp eq i64 %id, %x7
  br i1 %c7, label %exit7, label %test8
test8:
  %x8 = mul i64 %i, 19
  %c8 = icmp eq i64 %id, %x8
  br i1 %c8, label %exit8, label %latch
latch:
  %next = add i64 %i, 1
  br label %test0
exit0:
  store i64 0, ptr %to
  br label %end
exit1:
  store i64 1, ptr %to
  br label %end
exit2:
  store i64 2, ptr %to
  br label %end
exit3:
  store i64 3, ptr %to
  br label %end
exit4:
  store i64 4, ptr %to
  br label %end
exit5:
  store i64 5, ptr %to
  br label %end
exit6:
  store i64 6, ptr %to
  br label %end
exit7:
  store i64 7, ptr %to
  br label %end
exit8:
  store i64 8, ptr %to
  br label %end
end:
  ret void
}
