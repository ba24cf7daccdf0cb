; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Sums that need more registers than there are: each iteration stored and loaded some of them.
; RUN: %cc --passes=distribute-sums --level=x86-64-v3 --verify-each %s | FileCheck %s

; Two loops with two sums of four registers each.
; CHECK-LABEL: define void @sums(
; CHECK: loop:
; CHECK-COUNT-2: phi <32 x float>
; CHECK-NOT: phi <32 x float>
; CHECK: %[[FIRST:.*]] = fadd <32 x float> %s0
; CHECK: %[[SECOND:.*]] = fadd <32 x float> %s1
; CHECK-NOT: fadd
; CHECK: br i1 %{{.*}}, label %loop, label %[[NEXT:.*]]
; CHECK: [[NEXT]]:
; CHECK: br label %[[AGAIN:.*]]
; CHECK: [[AGAIN]]:
; CHECK: %[[I:.*]] = phi i64 [ 0, %[[NEXT]] ], [ %[[ADDED:.*]], %[[AGAIN]] ]
; CHECK: %[[S2:.*]] = phi <32 x float> [ zeroinitializer, %[[NEXT]] ], [ %[[T2:.*]], %[[AGAIN]] ]
; CHECK: %[[S3:.*]] = phi <32 x float> [ zeroinitializer, %[[NEXT]] ], [ %[[T3:.*]], %[[AGAIN]] ]
; CHECK-NOT: phi <32 x float>
; CHECK: %[[T2]] = fadd <32 x float> %[[S2]]
; CHECK: %[[T3]] = fadd <32 x float> %[[S3]]
; CHECK: br i1 %{{.*}}, label %[[AGAIN]], label %done
; CHECK: done:
; CHECK: %r0 = phi <32 x float> [ %[[FIRST]], %[[AGAIN]] ]
; CHECK: %r3 = phi <32 x float> [ %[[T3]], %[[AGAIN]] ]
; CHECK: store <32 x float> %r0, ptr %c0
; CHECK: store <32 x float> %[[SECOND]], ptr %c1
; CHECK: store <32 x float> %[[T2]], ptr %c2
; CHECK: store <32 x float> %r3, ptr %c3
define void @sums(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr <32 x float>, ptr %a, i64 %i
  %x = load <32 x float>, ptr %at
  %b0 = getelementptr float, ptr %b, i64 0
  %y0 = load <32 x float>, ptr %b0
  %p0 = fmul <32 x float> %x, %y0
  %t0 = fadd <32 x float> %s0, %p0
  %b1 = getelementptr float, ptr %b, i64 1
  %y1 = load <32 x float>, ptr %b1
  %p1 = fmul <32 x float> %x, %y1
  %t1 = fadd <32 x float> %s1, %p1
  %b2 = getelementptr float, ptr %b, i64 2
  %y2 = load <32 x float>, ptr %b2
  %p2 = fmul <32 x float> %x, %y2
  %t2 = fadd <32 x float> %s2, %p2
  %b3 = getelementptr float, ptr %b, i64 3
  %y3 = load <32 x float>, ptr %b3
  %p3 = fmul <32 x float> %x, %y3
  %t3 = fadd <32 x float> %s3, %p3
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r0 = phi <32 x float> [ %t0, %loop ]
  %r3 = phi <32 x float> [ %t3, %loop ]
  %c0 = getelementptr <32 x float>, ptr %c, i64 0
  store <32 x float> %r0, ptr %c0
  %c1 = getelementptr <32 x float>, ptr %c, i64 1
  store <32 x float> %t1, ptr %c1
  %c2 = getelementptr <32 x float>, ptr %c, i64 2
  store <32 x float> %t2, ptr %c2
  %c3 = getelementptr <32 x float>, ptr %c, i64 3
  store <32 x float> %r3, ptr %c3
  ret void
}

; Two sums fit.
; CHECK-LABEL: define void @fits(
; CHECK-COUNT-2: phi <32 x float>
; CHECK-NOT: phi
; CHECK: ret void
define void @fits(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %at = getelementptr <32 x float>, ptr %a, i64 %i
  %x = load <32 x float>, ptr %at
  %y0 = load <32 x float>, ptr %b
  %p0 = fmul <32 x float> %x, %y0
  %t0 = fadd <32 x float> %s0, %p0
  %b1 = getelementptr float, ptr %b, i64 1
  %y1 = load <32 x float>, ptr %b1
  %p1 = fmul <32 x float> %x, %y1
  %t1 = fadd <32 x float> %s1, %p1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  store <32 x float> %t0, ptr %c
  %c1 = getelementptr <32 x float>, ptr %c, i64 1
  store <32 x float> %t1, ptr %c1
  ret void
}

; A loop that stores, perhaps to what it loads.
; CHECK-LABEL: define void @stores(
; CHECK-COUNT-4: phi <32 x float>
; CHECK-NOT: phi
; CHECK: ret void
define void @stores(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr <32 x float>, ptr %a, i64 %i
  %x = load <32 x float>, ptr %at
  %b0 = getelementptr float, ptr %b, i64 0
  %y0 = load <32 x float>, ptr %b0
  %p0 = fmul <32 x float> %x, %y0
  %t0 = fadd <32 x float> %s0, %p0
  %b1 = getelementptr float, ptr %b, i64 1
  %y1 = load <32 x float>, ptr %b1
  %p1 = fmul <32 x float> %x, %y1
  %t1 = fadd <32 x float> %s1, %p1
  %b2 = getelementptr float, ptr %b, i64 2
  %y2 = load <32 x float>, ptr %b2
  %p2 = fmul <32 x float> %x, %y2
  %t2 = fadd <32 x float> %s2, %p2
  %b3 = getelementptr float, ptr %b, i64 3
  %y3 = load <32 x float>, ptr %b3
  %p3 = fmul <32 x float> %x, %y3
  %t3 = fadd <32 x float> %s3, %p3
  store i64 %i, ptr %c
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %c0 = getelementptr <32 x float>, ptr %c, i64 0
  store <32 x float> %t0, ptr %c0
  %c1 = getelementptr <32 x float>, ptr %c, i64 1
  store <32 x float> %t1, ptr %c1
  %c2 = getelementptr <32 x float>, ptr %c, i64 2
  store <32 x float> %t2, ptr %c2
  %c3 = getelementptr <32 x float>, ptr %c, i64 3
  store <32 x float> %t3, ptr %c3
  ret void
}

; Sums that depend on each other.
; CHECK-LABEL: define void @dependent(
; CHECK-COUNT-4: phi <32 x float>
; CHECK-NOT: phi
; CHECK: ret void
define void @dependent(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr <32 x float>, ptr %a, i64 %i
  %x = load <32 x float>, ptr %at
  %b0 = getelementptr float, ptr %b, i64 0
  %y0 = load <32 x float>, ptr %b0
  %p0 = fmul <32 x float> %x, %y0
  %t0 = fadd <32 x float> %s1, %p0
  %b1 = getelementptr float, ptr %b, i64 1
  %y1 = load <32 x float>, ptr %b1
  %p1 = fmul <32 x float> %x, %y1
  %t1 = fadd <32 x float> %s2, %p1
  %b2 = getelementptr float, ptr %b, i64 2
  %y2 = load <32 x float>, ptr %b2
  %p2 = fmul <32 x float> %x, %y2
  %t2 = fadd <32 x float> %s3, %p2
  %b3 = getelementptr float, ptr %b, i64 3
  %y3 = load <32 x float>, ptr %b3
  %p3 = fmul <32 x float> %x, %y3
  %t3 = fadd <32 x float> %s0, %p3
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %c0 = getelementptr <32 x float>, ptr %c, i64 0
  store <32 x float> %t0, ptr %c0
  %c1 = getelementptr <32 x float>, ptr %c, i64 1
  store <32 x float> %t1, ptr %c1
  %c2 = getelementptr <32 x float>, ptr %c, i64 2
  store <32 x float> %t2, ptr %c2
  %c3 = getelementptr <32 x float>, ptr %c, i64 3
  store <32 x float> %t3, ptr %c3
  ret void
}

; The sums decide when the loop ends.
; CHECK-LABEL: define void @control(
; CHECK-COUNT-4: phi <32 x float>
; CHECK-NOT: phi
; CHECK: ret void
define void @control(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr <32 x float>, ptr %a, i64 %i
  %x = load <32 x float>, ptr %at
  %b0 = getelementptr float, ptr %b, i64 0
  %y0 = load <32 x float>, ptr %b0
  %p0 = fmul <32 x float> %x, %y0
  %t0 = fadd <32 x float> %s0, %p0
  %b1 = getelementptr float, ptr %b, i64 1
  %y1 = load <32 x float>, ptr %b1
  %p1 = fmul <32 x float> %x, %y1
  %t1 = fadd <32 x float> %s1, %p1
  %b2 = getelementptr float, ptr %b, i64 2
  %y2 = load <32 x float>, ptr %b2
  %p2 = fmul <32 x float> %x, %y2
  %t2 = fadd <32 x float> %s2, %p2
  %b3 = getelementptr float, ptr %b, i64 3
  %y3 = load <32 x float>, ptr %b3
  %p3 = fmul <32 x float> %x, %y3
  %t3 = fadd <32 x float> %s3, %p3
  %t01 = fadd <32 x float> %t0, %t1
  %t23 = fadd <32 x float> %t2, %t3
  %all = fadd <32 x float> %t01, %t23
  %e = extractelement <32 x float> %all, i32 0
  %is = fcmp ogt float %e, 1.0
  %next = add i64 %i, 1
  %some = icmp ult i64 %next, %n
  %more = and i1 %some, %is
  br i1 %more, label %loop, label %done
done:
  %c0 = getelementptr <32 x float>, ptr %c, i64 0
  store <32 x float> %t0, ptr %c0
  %c1 = getelementptr <32 x float>, ptr %c, i64 1
  store <32 x float> %t1, ptr %c1
  %c2 = getelementptr <32 x float>, ptr %c, i64 2
  store <32 x float> %t2, ptr %c2
  %c3 = getelementptr <32 x float>, ptr %c, i64 3
  store <32 x float> %t3, ptr %c3
  ret void
}

; Each iteration reads b2 once.
; CHECK-LABEL: define void @volatile(
; CHECK-COUNT-4: phi <32 x float>
; CHECK-NOT: phi
; CHECK: ret void
define void @volatile(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <32 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <32 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <32 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <32 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %at = getelementptr <32 x float>, ptr %a, i64 %i
  %x = load <32 x float>, ptr %at
  %b0 = getelementptr float, ptr %b, i64 0
  %y0 = load <32 x float>, ptr %b0
  %p0 = fmul <32 x float> %x, %y0
  %t0 = fadd <32 x float> %s0, %p0
  %b1 = getelementptr float, ptr %b, i64 1
  %y1 = load <32 x float>, ptr %b1
  %p1 = fmul <32 x float> %x, %y1
  %t1 = fadd <32 x float> %s1, %p1
  %b2 = getelementptr float, ptr %b, i64 2
  %y2 = load volatile <32 x float>, ptr %b2
  %p2 = fmul <32 x float> %x, %y2
  %t2 = fadd <32 x float> %s2, %p2
  %b3 = getelementptr float, ptr %b, i64 3
  %y3 = load <32 x float>, ptr %b3
  %p3 = fmul <32 x float> %x, %y3
  %t3 = fadd <32 x float> %s3, %p3
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %c0 = getelementptr <32 x float>, ptr %c, i64 0
  store <32 x float> %t0, ptr %c0
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
