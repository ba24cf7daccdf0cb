; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Loops that count bits one after another took 19 times as long as the instruction for it.
; RUN: %cc --from=link --to=lanes --lanes=1 %s -o - | %cc --passes=verify - | FileCheck %s
; CHECK-LABEL: @ones(
; CHECK-NOT: phi
; CHECK: @llvm.ctpop.i32(i32
; CHECK-NOT: phi
; CHECK: ret void
target triple = "x86_64-unknown-linux-gnu"
define void @ones(ptr %p) #0 {
  %x = load i32, ptr %p
  %some = icmp ne i32 %x, 0
  br i1 %some, label %loop, label %end
loop:
  %left = phi i32 [ %x, %0 ], [ %fewer, %loop ]
  %n = phi i32 [ 0, %0 ], [ %more, %loop ]
  %lower = add i32 %left, -1
  %fewer = and i32 %left, %lower
  %more = add i32 %n, 1
  %again = icmp ne i32 %fewer, 0
  br i1 %again, label %loop, label %end
end:
  %count = phi i32 [ 0, %0 ], [ %more, %loop ]
  store i32 %count, ptr %p
  ret void
}
attributes #0 = { "lanewise-kernel"="ones" }
