; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where an index wraps, which arrays are too small for, the access is a gather also if the processor has
; none: it becomes a short loop (expand-gathers). Where a row of ids ends, each lane has an access of
; its own.
; RUN: %cc --level=x86-64-v2 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @wraps(
; CHECK: icmp ule i32 %{{.*}}, -4
; CHECK: {{^}}scattered:
; CHECK-NEXT: call <4 x float> @llvm.masked.gather
; CHECK-NEXT: br label
define void @wraps(ptr %a, ptr %b, i32 %n) "lanewise-kernel"="wraps" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %short = trunc i64 %id to i32
  %moved = add i32 %short, %n
  %far = zext i32 %moved to i64
  %from = getelementptr float, ptr %a, i64 %far
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}

; CHECK-LABEL: define void @rows(
; CHECK: {{^}}scattered:
; CHECK: extractelement <4 x ptr> %{{.*}}, i64 3
; CHECK-NOT: masked.gather
define void @rows(ptr %a, ptr %b, i64 %n) "lanewise-kernel"="rows" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %column = urem i64 %id, %n
  %from = getelementptr float, ptr %a, i64 %column
  %x = load float, ptr %from
  %to = getelementptr float, ptr %b, i64 %id
  store float %x, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
