; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each lane walks through a row of its own: eight floats in an iteration, and a loop for the rest.
; RUN: %cc --level=x86-64-v4 --passes=unroll-gathers %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @rows(
; CHECK-COUNT-8: load float
; CHECK: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @rows(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="rows" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %row = mul i64 %id, %n
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %at = add i64 %row, %k
  %from = getelementptr float, ptr %a, i64 %at
  %x = load float, ptr %from
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  %last = phi float [ %more, %body ]
  %to = getelementptr float, ptr %b, i64 %id
  store float %last, ptr %to
  ret void
}

; Adjacent between lanes: no gather.
; CHECK-LABEL: define void @columns(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define void @columns(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="columns" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %row = mul i64 %k, %n
  %at = add i64 %row, %id
  %from = getelementptr float, ptr %a, i64 %at
  %x = load float, ptr %from
  %more = fadd float %sum, %x
  %next = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %body, label %end
end:
  %last = phi float [ %more, %body ]
  %to = getelementptr float, ptr %b, i64 %id
  store float %last, ptr %to
  ret void
}
