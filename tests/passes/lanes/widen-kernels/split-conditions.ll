; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A condition of a part that all lanes share and of another one becomes two branches, so that the mask does
; not depend on the first part.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; `if (y < n && x < n)`
; CHECK-LABEL: define void @inside(
; CHECK-DAG: %row = icmp slt i64 %y, %n
; CHECK-DAG: %[[COLUMN:.*]] = icmp slt <8 x i64> %{{.*}}
; CHECK: br i1 %row,
; CHECK: select <8 x i1> %live, <8 x i1> %[[COLUMN]], <8 x i1> zeroinitializer
define void @inside(ptr %a, i64 %n) "lanewise-kernel"="inside" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %row = icmp slt i64 %y, %n
  %column = icmp slt i64 %x, %n
  %both = select i1 %row, i1 %column, i1 false
  br i1 %both, label %then, label %end
then:
  %to = getelementptr float, ptr %a, i64 %x
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; `if (x >= n || y >= n) return;` The second part may be poison where the first one decides.
; CHECK-LABEL: define void @outside(
; CHECK: %row = icmp sge i64 %y, %n
; CHECK: %[[FROZEN:.*]] = freeze i1 %row
; CHECK: br i1 %[[FROZEN]],
define void @outside(ptr %a, i64 %n) "lanewise-kernel"="outside" "lanewise-arguments"="v0,v8" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %column = icmp sge i64 %x, %n
  %row = icmp sge i64 %y, %n
  %either = select i1 %column, i1 true, i1 %row
  br i1 %either, label %end, label %then
then:
  %to = getelementptr float, ptr %a, i64 %x
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; A variable without a value where the first part decides.
; CHECK-LABEL: define void @withoutValue(
; CHECK: %[[U:.*]] = phi i32 [ undef, %none ]
; CHECK: %row = icmp ne i32 %[[U]], 5
; CHECK: %[[FROZEN:.*]] = freeze i1 %row
; CHECK: br i1 %[[FROZEN]],
define void @withoutValue(ptr %a, i32 noundef %n) "lanewise-kernel"="withoutValue" "lanewise-arguments"="v0,v8" {
entry:
  %x = call i64 @lanewise.global_id(i32 0)
  %one = icmp eq i32 %n, 1
  br i1 %one, label %join, label %others
others:
  %two = icmp eq i32 %n, 2
  br i1 %two, label %join, label %none
none:
  br label %join
join:
  %u = phi i32 [ 5, %entry ], [ 6, %others ], [ undef, %none ]
  %column = icmp sge i64 %x, 100
  %row = icmp ne i32 %u, 5
  %either = select i1 %column, i1 true, i1 %row
  br i1 %either, label %end, label %then
then:
  %to = getelementptr float, ptr %a, i64 %x
  store float 1.0, ptr %to
  br label %end
end:
  ret void
}

; A branch that leaves a loop stays.
; CHECK-LABEL: define void @loop(
; CHECK: and <8 x i1>
; CHECK: ret void
define void @loop(ptr %a, i64 %n, i64 %m) "lanewise-kernel"="loop" "lanewise-arguments"="v0,v8,v16" {
  %x = call i64 @lanewise.global_id(i32 0)
  br label %body
body:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %at = add i64 %x, %k
  %to = getelementptr float, ptr %a, i64 %at
  store float 1.0, ptr %to
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, %n
  %fewer = icmp slt i64 %at, %m
  %both = and i1 %more, %fewer
  br i1 %both, label %body, label %end
end:
  ret void
}
