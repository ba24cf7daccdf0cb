; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Indices of 32 bits that may wrap: gathers for that case are long where processors have none, 16 lanes one
; by one, but the copy for active lanes, which does not have them, is short.
; RUN: %cc --level=x86-64-v2 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @sum(
; CHECK: choice:
; CHECK: br i1 %{{.*}}, label %[[COPY:.*]], label %then.lanes
; CHECK: [[COPY]]:
; CHECK-NOT: then.lanes:
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p0(ptr %{{.*}}, i32 4, <16 x i1> <i1 true, i1 true,
; CHECK: then.lanes:
define void @sum(ptr %a, ptr %b, i32 %n) "lanewise-tier"="all" "lanewise-kernel"="sum" "lanewise-arguments"="v0,v8,v16" {
  %id = call i64 @lanewise.global_id(i32 0)
  %x = trunc i64 %id to i32
  %less = icmp slt i32 %x, %n
  br i1 %less, label %then, label %end
then:
  %s0 = uitofp i32 %x to float
  %row0 = mul i32 %n, 3
  %row1 = mul i32 %n, 4
  %row2 = mul i32 %n, 5
  %row3 = mul i32 %n, 6
  %row4 = mul i32 %n, 7
  %row5 = mul i32 %n, 8
  %row6 = mul i32 %n, 9
  %row7 = mul i32 %n, 10
  %i0 = add i32 %row0, %x
  %w0 = sext i32 %i0 to i64
  %p0 = getelementptr float, ptr %a, i64 %w0
  %v0 = load float, ptr %p0
  %s1 = fadd float %s0, %v0
  %i1 = add i32 %row1, %x
  %w1 = sext i32 %i1 to i64
  %p1 = getelementptr float, ptr %a, i64 %w1
  %v1 = load float, ptr %p1
  %s2 = fadd float %s1, %v1
  %i2 = add i32 %row2, %x
  %w2 = sext i32 %i2 to i64
  %p2 = getelementptr float, ptr %a, i64 %w2
  %v2 = load float, ptr %p2
  %s3 = fadd float %s2, %v2
  %i3 = add i32 %row3, %x
  %w3 = sext i32 %i3 to i64
  %p3 = getelementptr float, ptr %a, i64 %w3
  %v3 = load float, ptr %p3
  %s4 = fadd float %s3, %v3
  %i4 = add i32 %row4, %x
  %w4 = sext i32 %i4 to i64
  %p4 = getelementptr float, ptr %a, i64 %w4
  %v4 = load float, ptr %p4
  %s5 = fadd float %s4, %v4
  %i5 = add i32 %row5, %x
  %w5 = sext i32 %i5 to i64
  %p5 = getelementptr float, ptr %a, i64 %w5
  %v5 = load float, ptr %p5
  %s6 = fadd float %s5, %v5
  %i6 = add i32 %row6, %x
  %w6 = sext i32 %i6 to i64
  %p6 = getelementptr float, ptr %a, i64 %w6
  %v6 = load float, ptr %p6
  %s7 = fadd float %s6, %v6
  %i7 = add i32 %row7, %x
  %w7 = sext i32 %i7 to i64
  %p7 = getelementptr float, ptr %a, i64 %w7
  %v7 = load float, ptr %p7
  %s8 = fadd float %s7, %v7
  %to = getelementptr float, ptr %b, i64 %id
  store float %s8, ptr %to
  br label %end
end:
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 2, !"lanewise-lanes", i32 16}
!1 = !{i32 2, !"lanewise-register-bits", i32 256}
