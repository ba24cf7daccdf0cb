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
