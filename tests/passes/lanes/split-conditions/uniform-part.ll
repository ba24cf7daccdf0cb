; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The part of the condition that all lanes share gets a branch of its own, in front of the other one.
; RUN: %cc --passes=split-conditions %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @inside(
; CHECK: br i1 %row, label %[[REST:.*]], label %end
; CHECK: [[REST]]:
; CHECK-NEXT: br i1 %column, label %then, label %end
define void @inside(ptr %a, i64 %n) "lanewise-kernel"="inside" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = icmp slt i64 %y, %n
  %column = icmp slt i64 %x, %n
  %both = select i1 %row, i1 %column, i1 false
  br i1 %both, label %then, label %end
then:
  store i64 %x, ptr %a
  br label %end
end:
  ret void
}

; Both parts differ between lanes.
; CHECK-LABEL: define void @divergent(
; CHECK: br i1 %both, label %then, label %end
define void @divergent(ptr %a, i64 %n) "lanewise-kernel"="divergent" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %x = call i64 @lanewise.global_id(i32 0)
  %above = icmp sgt i64 %x, 5
  %column = icmp slt i64 %x, %n
  %both = select i1 %above, i1 %column, i1 false
  br i1 %both, label %then, label %end
then:
  store i64 %x, ptr %a
  br label %end
end:
  ret void
}

; All parts that lanes share come first. Those behind others may be undefined where these are false. The others keep their
; order.
; CHECK-LABEL: define void @stencil(
; CHECK: %[[LOW:.*]] = freeze i1 %below
; CHECK-NEXT: %[[ROWS:.*]] = select i1 %above, i1 %[[LOW]], i1 false
; CHECK-NEXT: br i1 %[[ROWS]], label %[[REST:.*]], label %end
; CHECK: [[REST]]:
; CHECK-NEXT: %[[COLUMNS:.*]] = select i1 %right, i1 %left, i1 false
; CHECK-NEXT: br i1 %[[COLUMNS]], label %then, label %end
define void @stencil(ptr %a, i64 %n) "lanewise-kernel"="stencil" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %above = icmp sgt i64 %y, 0
  %right = icmp sgt i64 %x, 0
  %below = icmp slt i64 %y, %n
  %left = icmp slt i64 %x, %n
  %two = select i1 %above, i1 %right, i1 false
  %three = select i1 %two, i1 %below, i1 false
  %four = select i1 %three, i1 %left, i1 false
  br i1 %four, label %then, label %end
then:
  store i64 %x, ptr %a
  br label %end
end:
  ret void
}

; The opposite: a return from work-items outside. Both parts of an `or` were always computed.
; CHECK-LABEL: define void @outside(
; CHECK: %[[ROWS:.*]] = select i1 %above, i1 true, i1 %{{.*}}
; CHECK-NEXT: br i1 %[[ROWS]], label %end, label %[[REST:.*]]
; CHECK: [[REST]]:
; CHECK-NEXT: %[[COLUMNS:.*]] = or i1 %right, %left
; CHECK-NEXT: br i1 %[[COLUMNS]], label %end, label %then
define void @outside(ptr %a, i64 %n) "lanewise-kernel"="outside" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %above = icmp sge i64 %y, %n
  %right = icmp sge i64 %x, %n
  %below = icmp slt i64 %y, 5
  %left = icmp slt i64 %x, 5
  %two = or i1 %above, %right
  %three = or i1 %two, %below
  %four = or i1 %three, %left
  br i1 %four, label %end, label %then
then:
  store i64 %x, ptr %a
  br label %end
end:
  ret void
}

; Conditions that use each other twice: each part counts once. The ways to it doubled with each step.
; CHECK-LABEL: define void @shared(
; CHECK: br i1 %p0, label %[[REST:.*]], label %end
; CHECK: [[REST]]:
; CHECK: br i1 %{{.*}}, label %then, label %end
define void @shared(ptr %a, i64 %n) "lanewise-kernel"="shared" "lanewise-arguments"="v0,v8" "lanewise-prepared" {
entry:
  %x = call i64 @lanewise.global_id(i32 0)
  %p0 = icmp sgt i64 %n, 9
  %q0 = icmp slt i64 %x, %n
  %p1 = and i1 %p0, %q0
  %q1 = and i1 %q0, %p0
  %p2 = and i1 %p1, %q1
  %q2 = and i1 %q1, %p1
  %p3 = and i1 %p2, %q2
  %q3 = and i1 %q2, %p2
  %p4 = and i1 %p3, %q3
  %q4 = and i1 %q3, %p3
  %p5 = and i1 %p4, %q4
  %q5 = and i1 %q4, %p4
  %p6 = and i1 %p5, %q5
  %q6 = and i1 %q5, %p5
  %p7 = and i1 %p6, %q6
  %q7 = and i1 %q6, %p6
  %p8 = and i1 %p7, %q7
  %q8 = and i1 %q7, %p7
  %p9 = and i1 %p8, %q8
  %q9 = and i1 %q8, %p8
  %p10 = and i1 %p9, %q9
  %q10 = and i1 %q9, %p9
  %p11 = and i1 %p10, %q10
  %q11 = and i1 %q10, %p10
  %p12 = and i1 %p11, %q11
  %q12 = and i1 %q11, %p11
  %p13 = and i1 %p12, %q12
  %q13 = and i1 %q12, %p12
  %p14 = and i1 %p13, %q13
  %q14 = and i1 %q13, %p13
  %p15 = and i1 %p14, %q14
  %q15 = and i1 %q14, %p14
  %p16 = and i1 %p15, %q15
  %q16 = and i1 %q15, %p15
  %p17 = and i1 %p16, %q16
  %q17 = and i1 %q16, %p16
  %p18 = and i1 %p17, %q17
  %q18 = and i1 %q17, %p17
  %p19 = and i1 %p18, %q18
  %q19 = and i1 %q18, %p18
  %p20 = and i1 %p19, %q19
  %q20 = and i1 %q19, %p19
  %p21 = and i1 %p20, %q20
  %q21 = and i1 %q20, %p20
  %p22 = and i1 %p21, %q21
  %q22 = and i1 %q21, %p21
  %p23 = and i1 %p22, %q22
  %q23 = and i1 %q22, %p22
  %p24 = and i1 %p23, %q23
  %q24 = and i1 %q23, %p23
  %p25 = and i1 %p24, %q24
  %q25 = and i1 %q24, %p24
  %p26 = and i1 %p25, %q25
  %q26 = and i1 %q25, %p25
  %p27 = and i1 %p26, %q26
  %q27 = and i1 %q26, %p26
  %p28 = and i1 %p27, %q27
  %q28 = and i1 %q27, %p27
  %p29 = and i1 %p28, %q28
  %q29 = and i1 %q28, %p28
  %p30 = and i1 %p29, %q29
  %q30 = and i1 %q29, %p29
  br i1 %p30, label %then, label %end
then:
  store i64 %x, ptr %a
  br label %end
end:
  ret void
}
