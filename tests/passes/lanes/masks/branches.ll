; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A divergent branch begins a mask for each side, and both lead back to the mask before it. A uniform one begins none.
; RUN: %cc --passes='print<masks>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: masks of 'divergent', 8 lanes
; CHECK-NEXT: %entry: mask of %entry, separates lanes
; CHECK-NEXT: %then: mask of %then
; CHECK-NEXT: %end: mask of %entry, blends
define void @divergent(i64 %n) "lanewise-kernel"="divergent" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %then, label %end
then:
  br label %end
end:
  ret void
}

; CHECK-LABEL: masks of 'uniform', 8 lanes
; CHECK-NEXT: %entry: mask of %entry{{$}}
; CHECK-NEXT: %then: mask of %entry{{$}}
; CHECK-NEXT: %end: mask of %entry{{$}}
define void @uniform(i64 %n) "lanewise-kernel"="uniform" "lanewise-arguments"="v0" {
entry:
  %inside = icmp ult i64 4, %n
  br i1 %inside, label %then, label %end
then:
  br label %end
end:
  ret void
}

; CHECK-LABEL: masks of 'loop', 8 lanes
; CHECK-NEXT: %entry: mask of %entry{{$}}
; CHECK-NEXT: %loop: mask of %loop, separates lanes, begins a divergent loop
; CHECK-NEXT: %end: mask of %entry
define void @loop(i64 %n) "lanewise-kernel"="loop" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %ends = icmp ugt i64 %next, %id
  br i1 %ends, label %end, label %loop
end:
  ret void
}
