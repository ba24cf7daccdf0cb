; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An `int` index that grows by a 64-bit size: its low bits stay adjacent from lane to lane, although the
; 64-bit sum in between is not known to be.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.global_size(i32) memory(none)

; CHECK-LABEL: define void @sum(
; CHECK: phi i32
; CHECK: icmp sle i32 %{{.*}}, 2147483644
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(
define void @sum(ptr %a, ptr %b, i32 %n) "lanewise-kernel"="sum" "lanewise-arguments"="v0,v8,v16" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %s = phi float [ 0.0, %entry ], [ %t, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %wide = sext i32 %i to i64
  %from = getelementptr float, ptr %a, i64 %wide
  %x = load float, ptr %from
  %t = fadd float %s, %x
  %size = call i64 @lanewise.global_size(i32 0)
  %sum = add i64 %wide, %size
  %next = trunc i64 %sum to i32
  br label %loop
end:
  %to = getelementptr float, ptr %b, i64 %id
  store float %s, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
