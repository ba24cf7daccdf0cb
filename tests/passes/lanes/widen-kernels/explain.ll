; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Notes about what costs time in vectors, for modules that ask for them.
; RUN: %cc --passes=%widen %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK: note: 4 lanes: set by LANEWISE_LANES or --lanes, 4 lanes are estimated at {{[0-9]+}}% of the cost of scalar code, in kernel 'k'
; CHECK: note: a gather: the distance between lanes is not known to be constant, in kernel 'k'
; CHECK: note: a division of 64-bit integers, which vectors have no instruction for, in kernel 'k'
; CHECK: note: one lane after another: an atomic operation, in kernel 'k'
; CHECK: note: a scatter: lanes are 4000 bytes apart, in kernel 'k'
; CHECK: note: a divergent loop: it runs until its last lane has left, in kernel 'k'
; CHECK: note: vectors whose lanes are all active have code without masks, in kernel 'k'
define void @k(ptr %a) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %square = mul i64 %id, %id
  %from = getelementptr i32, ptr %a, i64 %square
  %x = load i32, ptr %from
  %long = zext i32 %x to i64
  %quotient = udiv i64 7, %long
  %y = trunc i64 %quotient to i32
  %old = atomicrmw xchg ptr %a, i32 %y monotonic
  %to = getelementptr [1000 x i32], ptr %a, i64 %id
  store i32 %y, ptr %to
  %near = getelementptr i32, ptr %a, i64 %id
  store i32 %y, ptr %near
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp uge i32 %next, %x
  br i1 %done, label %end, label %loop
end:
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
!1 = !{i32 2, !"lanewise-explain", i32 1}
