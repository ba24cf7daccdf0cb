; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A phi of a loop is strided if the loop adds what is the same for all lanes. One that selects by lane varies.
; RUN: %cc --passes='print<shapes>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: shapes of 'walk', 4 lanes
define void @walk(ptr %p, i64 %n) "lanewise-kernel"="walk" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  br label %loop
loop:
  ; CHECK: %i: strided by 1, may wrap
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  ; CHECK-NEXT: %sum: varying
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  ; CHECK-NEXT: %count: uniform
  %count = phi i64 [ 0, %entry ], [ %counted, %loop ]
  %more = add i64 %sum, %i
  ; CHECK: %next: strided by 1, may wrap
  %next = add i64 %i, %n
  %counted = add i64 %count, 1
  %ends = icmp eq i64 %counted, %n
  br i1 %ends, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: shapes of 'either', 4 lanes
define void @either(ptr %p, i64 %n) "lanewise-kernel"="either" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %then, label %end
then:
  %next = add i64 %id, 1
  br label %end
end:
  ; CHECK: %both: varying
  %both = phi i64 [ %id, %entry ], [ %next, %then ]
  ret void
}

; The phi of one value took its low stride. What was made of it then asked for a value of lane 0, which no phi has.
; CHECK-LABEL: shapes of 'behind', 4 lanes
define void @behind(ptr %p, i32 %n) "lanewise-kernel"="behind" "lanewise-arguments"="v0,v8" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %short = trunc i64 %id to i32
  %sum = add i32 %short, %n
  ; CHECK: %wide: varying, low bits strided by 1
  %wide = sext i32 %sum to i64
  br label %next
next:
  ; CHECK: %phi: varying{{$}}
  %phi = phi i64 [ %wide, %entry ]
  ; CHECK: %product: varying{{$}}
  %product = mul i64 %phi, 4
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"lanewise-lanes", i32 4}
