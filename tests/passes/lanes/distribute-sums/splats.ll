; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; All registers of a splat are one, and a number that only makes a splat needs none: the four rows of a matrix product
; in two registers each fit, which were two loops that loaded the other matrix twice.
; RUN: %cc --passes=distribute-sums --level=x86-64-v3 --verify-each %s | FileCheck %s

; CHECK-LABEL: define void @fits(
; CHECK: loop:
; CHECK-NEXT: phi i64
; CHECK-NEXT: phi <16 x float>
; CHECK-NEXT: phi <16 x float>
; CHECK-NEXT: phi <16 x float>
; CHECK-NEXT: phi <16 x float>
define void @fits(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <16 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <16 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <16 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <16 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr float, ptr %a, i64 %i
  %a0 = load float, ptr %at
  %e0 = insertelement <16 x float> poison, float %a0, i64 0
  %x0 = shufflevector <16 x float> %e0, <16 x float> poison, <16 x i32> zeroinitializer
  %at1 = getelementptr float, ptr %at, i64 %n
  %a1 = load float, ptr %at1
  %e1 = insertelement <16 x float> poison, float %a1, i64 0
  %x1 = shufflevector <16 x float> %e1, <16 x float> poison, <16 x i32> zeroinitializer
  %at2 = getelementptr float, ptr %at1, i64 %n
  %a2 = load float, ptr %at2
  %e2 = insertelement <16 x float> poison, float %a2, i64 0
  %x2 = shufflevector <16 x float> %e2, <16 x float> poison, <16 x i32> zeroinitializer
  %at3 = getelementptr float, ptr %at2, i64 %n
  %a3 = load float, ptr %at3
  %e3 = insertelement <16 x float> poison, float %a3, i64 0
  %x3 = shufflevector <16 x float> %e3, <16 x float> poison, <16 x i32> zeroinitializer
  %row = getelementptr <16 x float>, ptr %b, i64 %i
  %y = load <16 x float>, ptr %row
  %p0 = fmul <16 x float> %x0, %y
  %t0 = fadd <16 x float> %s0, %p0
  %p1 = fmul <16 x float> %x1, %y
  %t1 = fadd <16 x float> %s1, %p1
  %p2 = fmul <16 x float> %x2, %y
  %t2 = fadd <16 x float> %s2, %p2
  %p3 = fmul <16 x float> %x3, %y
  %t3 = fadd <16 x float> %s3, %p3
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store <16 x float> %t0, ptr %c
  %c1 = getelementptr <16 x float>, ptr %c, i64 1
  store <16 x float> %t1, ptr %c1
  %c2 = getelementptr <16 x float>, ptr %c, i64 2
  store <16 x float> %t2, ptr %c2
  %c3 = getelementptr <16 x float>, ptr %c, i64 3
  store <16 x float> %t3, ptr %c3
  ret void
}

; Four registers each do not.
; CHECK-LABEL: define void @divided(
; CHECK: phi <32 x float>
; CHECK-NOT: phi <32 x float>
; CHECK: br i1 %{{.*}}, label %loop, label %[[NEXT:.*]]
; CHECK: [[NEXT]]:
; CHECK: phi <32 x float>
; CHECK: ret void
define void @divided(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr float, ptr %a, i64 %i
  %a0 = load float, ptr %at
  %e0 = insertelement <32 x float> poison, float %a0, i64 0
  %x0 = shufflevector <32 x float> %e0, <32 x float> poison, <32 x i32> zeroinitializer
  %at1 = getelementptr float, ptr %at, i64 %n
  %a1 = load float, ptr %at1
  %e1 = insertelement <32 x float> poison, float %a1, i64 0
  %x1 = shufflevector <32 x float> %e1, <32 x float> poison, <32 x i32> zeroinitializer
  %at2 = getelementptr float, ptr %at1, i64 %n
  %a2 = load float, ptr %at2
  %e2 = insertelement <32 x float> poison, float %a2, i64 0
  %x2 = shufflevector <32 x float> %e2, <32 x float> poison, <32 x i32> zeroinitializer
  %at3 = getelementptr float, ptr %at2, i64 %n
  %a3 = load float, ptr %at3
  %e3 = insertelement <32 x float> poison, float %a3, i64 0
  %x3 = shufflevector <32 x float> %e3, <32 x float> poison, <32 x i32> zeroinitializer
  %row = getelementptr <32 x float>, ptr %b, i64 %i
  %y = load <32 x float>, ptr %row
  %p0 = fmul <32 x float> %x0, %y
  %t0 = fadd <32 x float> %s0, %p0
  %p1 = fmul <32 x float> %x1, %y
  %t1 = fadd <32 x float> %s1, %p1
  %p2 = fmul <32 x float> %x2, %y
  %t2 = fadd <32 x float> %s2, %p2
  %p3 = fmul <32 x float> %x3, %y
  %t3 = fadd <32 x float> %s3, %p3
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store <32 x float> %t0, ptr %c
  %c1 = getelementptr <32 x float>, ptr %c, i64 1
  store <32 x float> %t1, ptr %c1
  %c2 = getelementptr <32 x float>, ptr %c, i64 2
  store <32 x float> %t2, ptr %c2
  %c3 = getelementptr <32 x float>, ptr %c, i64 3
  store <32 x float> %t3, ptr %c3
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
