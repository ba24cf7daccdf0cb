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
