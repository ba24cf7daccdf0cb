; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that reads a row of memory in each iteration gets a barrier at its start, so that the vectors of a
; group run one iteration after the other; the loop read a line of each row for one vector, then the next line for
; the next vector. A loop that some work-items do not come to gets none.
; RUN: %cc --passes=exchange-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare void @lanewise.barrier() convergent

; CHECK-LABEL: define void @rows(
; CHECK: call void @lanewise.barrier()
; CHECK: loop:
; CHECK-NEXT: phi i64
; CHECK-NEXT: call void @lanewise.barrier()
; CHECK-NEXT: shl
define void @rows(ptr %in, ptr %bins, i64 %n) "lanewise-kernel"="a" "lanewise-arguments"="v0,v8,v16" "lanewise-lanes"="8" {
entry:
  %id = call i64 @lanewise.local_id(i32 0)
  call void @lanewise.barrier()
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = shl i64 %k, 8
  %index = add i64 %row, %id
  %at = getelementptr i32, ptr %in, i64 %index
  %v = load <8 x i32>, ptr %at, align 4
  %b = and <8 x i32> %v, <i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63>
  %e0 = extractelement <8 x i32> %b, i64 0
  %w0 = zext i32 %e0 to i64
  %p0 = getelementptr i32, ptr %bins, i64 %w0
  %a0 = atomicrmw add ptr %p0, i32 1 monotonic, align 4
  %e1 = extractelement <8 x i32> %b, i64 1
  %w1 = zext i32 %e1 to i64
  %p1 = getelementptr i32, ptr %bins, i64 %w1
  %a1 = atomicrmw add ptr %p1, i32 1 monotonic, align 4
  %e2 = extractelement <8 x i32> %b, i64 2
  %w2 = zext i32 %e2 to i64
  %p2 = getelementptr i32, ptr %bins, i64 %w2
  %a2 = atomicrmw add ptr %p2, i32 1 monotonic, align 4
  %e3 = extractelement <8 x i32> %b, i64 3
  %w3 = zext i32 %e3 to i64
  %p3 = getelementptr i32, ptr %bins, i64 %w3
  %a3 = atomicrmw add ptr %p3, i32 1 monotonic, align 4
  %e4 = extractelement <8 x i32> %b, i64 4
  %w4 = zext i32 %e4 to i64
  %p4 = getelementptr i32, ptr %bins, i64 %w4
  %a4 = atomicrmw add ptr %p4, i32 1 monotonic, align 4
  %e5 = extractelement <8 x i32> %b, i64 5
  %w5 = zext i32 %e5 to i64
  %p5 = getelementptr i32, ptr %bins, i64 %w5
  %a5 = atomicrmw add ptr %p5, i32 1 monotonic, align 4
  %e6 = extractelement <8 x i32> %b, i64 6
  %w6 = zext i32 %e6 to i64
  %p6 = getelementptr i32, ptr %bins, i64 %w6
  %a6 = atomicrmw add ptr %p6, i32 1 monotonic, align 4
  %e7 = extractelement <8 x i32> %b, i64 7
  %w7 = zext i32 %e7 to i64
  %p7 = getelementptr i32, ptr %bins, i64 %w7
  %a7 = atomicrmw add ptr %p7, i32 1 monotonic, align 4
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; CHECK-LABEL: define void @some(
; CHECK: call void @lanewise.barrier()
; CHECK: loop:
; CHECK-NOT: call void @lanewise.barrier()
; CHECK: ret void
define void @some(ptr %in, ptr %bins, i64 %n) "lanewise-kernel"="b" "lanewise-arguments"="v0,v8,v16" "lanewise-lanes"="8" {
entry:
  %id = call i64 @lanewise.local_id(i32 0)
  call void @lanewise.barrier()
  %first = icmp ult i64 %id, 8
  br i1 %first, label %loop, label %end
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = shl i64 %k, 8
  %index = add i64 %row, %id
  %at = getelementptr i32, ptr %in, i64 %index
  %v = load <8 x i32>, ptr %at, align 4
  %b = and <8 x i32> %v, <i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63>
  %e0 = extractelement <8 x i32> %b, i64 0
  %w0 = zext i32 %e0 to i64
  %p0 = getelementptr i32, ptr %bins, i64 %w0
  %a0 = atomicrmw add ptr %p0, i32 1 monotonic, align 4
  %e1 = extractelement <8 x i32> %b, i64 1
  %w1 = zext i32 %e1 to i64
  %p1 = getelementptr i32, ptr %bins, i64 %w1
  %a1 = atomicrmw add ptr %p1, i32 1 monotonic, align 4
  %e2 = extractelement <8 x i32> %b, i64 2
  %w2 = zext i32 %e2 to i64
  %p2 = getelementptr i32, ptr %bins, i64 %w2
  %a2 = atomicrmw add ptr %p2, i32 1 monotonic, align 4
  %e3 = extractelement <8 x i32> %b, i64 3
  %w3 = zext i32 %e3 to i64
  %p3 = getelementptr i32, ptr %bins, i64 %w3
  %a3 = atomicrmw add ptr %p3, i32 1 monotonic, align 4
  %e4 = extractelement <8 x i32> %b, i64 4
  %w4 = zext i32 %e4 to i64
  %p4 = getelementptr i32, ptr %bins, i64 %w4
  %a4 = atomicrmw add ptr %p4, i32 1 monotonic, align 4
  %e5 = extractelement <8 x i32> %b, i64 5
  %w5 = zext i32 %e5 to i64
  %p5 = getelementptr i32, ptr %bins, i64 %w5
  %a5 = atomicrmw add ptr %p5, i32 1 monotonic, align 4
  %e6 = extractelement <8 x i32> %b, i64 6
  %w6 = zext i32 %e6 to i64
  %p6 = getelementptr i32, ptr %bins, i64 %w6
  %a6 = atomicrmw add ptr %p6, i32 1 monotonic, align 4
  %e7 = extractelement <8 x i32> %b, i64 7
  %w7 = zext i32 %e7 to i64
  %p7 = getelementptr i32, ptr %bins, i64 %w7
  %a7 = atomicrmw add ptr %p7, i32 1 monotonic, align 4
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
