; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel whose estimate is close names the number of lanes that was not chosen, so that the host
; can try it; one does not whose results depend on the number, or whose estimate is clear.
; RUN: %cc --passes=%widen --level=x86-64-v3 %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-DAG: "lanewise-kernel"="scalar" "lanewise-other-lanes"="16"
define void @scalar(ptr %p, ptr %q, i32 %n) "lanewise-kernel"="scalar" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = add i32 %x, %i
  %low = and i32 %sum, 1023
  %from = zext i32 %low to i64
  %bin = getelementptr i32, ptr %q, i64 %from
  %old = atomicrmw add ptr %bin, i32 %sum monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-DAG: "lanewise-kernel"="lanes" "lanewise-lanes"="16" {{.*}}"lanewise-other-lanes"="1"
define void @lanes(ptr %p, ptr %q, i32 %n) "lanewise-kernel"="lanes" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %place = phi i32 [ %x, %0 ], [ %y, %loop ]
  %from = zext i32 %place to i64
  %behind = getelementptr i32, ptr %q, i64 %from
  %y = load i32, ptr %behind
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %y, ptr %at
  ret void
}

; CHECK-DAG: "lanewise-kernel"="clear" "lanewise-lanes"="16" "lanewise-most-instructions"="371" "lanewise-tier"
define void @clear(ptr %p) "lanewise-kernel"="clear" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %y = fmul float %x, %x
  store float %y, ptr %at
  ret void
}

; The sum of floats has an order, which depends on the lanes.
; CHECK-DAG: "lanewise-kernel"="sums" "lanewise-lanes"="16" "lanewise-most-instructions"="399" "lanewise-one-form" "lanewise-tier"
define void @sums(ptr %p, ptr %q, i32 %n) "lanewise-kernel"="sums" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = add i32 %x, %i
  %low = and i32 %sum, 1023
  %from = zext i32 %low to i64
  %bin = getelementptr float, ptr %q, i64 %from
  %old = atomicrmw fadd ptr %bin, float 1.0 monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The conversion of a number out of range differs. The same launch had other results while the host tried.
; CHECK-DAG: "lanewise-kernel"="converts" "lanewise-lanes"="16" {{("lanewise-most-instructions"="[0-9]+" )?("lanewise-one-form" )?}}"lanewise-tier"
define void @converts(ptr %p, ptr %q, i32 %n) "lanewise-kernel"="converts" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %place = phi i32 [ %x, %0 ], [ %y, %loop ]
  %from = zext i32 %place to i64
  %behind = getelementptr i32, ptr %q, i64 %from
  %y = load i32, ptr %behind
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %float = load float, ptr %at
  %converted = fptosi float %float to i32
  %mixed = add i32 %y, %converted
  store i32 %mixed, ptr %at
  ret void
}

; The host knows it of code for launches of one kind, which has the lanes of the code for all.
; CHECK-DAG: "lanewise-kernel"="kind" "lanewise-lanes"="8" {{.*}}"lanewise-other-lanes"="1"
define void @kind(ptr %p) "lanewise-kernel"="kind" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-other-lanes"="1" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %y = fmul float %x, %x
  store float %y, ptr %at
  ret void
}

; It was measured: the code for this kind has the lanes that were faster.
; CHECK-DAG: "lanewise-kernel"="settled" "lanewise-lanes"="8" "lanewise-one-form" "lanewise-tier"
define void @settled(ptr %p, ptr %q, i32 %n) "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-kernel"="settled" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = add i32 %x, %i
  %low = and i32 %sum, 1023
  %from = zext i32 %low to i64
  %bin = getelementptr i32, ptr %q, i64 %from
  %old = atomicrmw add ptr %bin, i32 %sum monotonic
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
