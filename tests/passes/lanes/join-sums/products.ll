; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Sums of adjacent elements were one by one, so that each iteration brought the elements of all lanes side by side.
; RUN: %cc --passes=join-sums --verify-each %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare float @llvm.fmuladd.f32(float, float, float)

; Two rows of two sums, whose results are stored together, or one by one behind the loop.
; CHECK-LABEL: define void @sums(
; CHECK: loop:
; CHECK-DAG: %[[S:.*]] = phi <2 x float> [ zeroinitializer, %entry ], [ %[[T:.*]], %loop ]
; CHECK-DAG: %[[U:.*]] = phi <2 x float> [ <float 1.000000e+00, float 2.000000e+00>, %entry ], [ %[[V:.*]], %loop ]
; CHECK-NOT: phi float
; CHECK-NOT: extractelement
; CHECK: %[[T]] = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %{{.*}}, <2 x float> %b, <2 x float> %[[S]])
; CHECK: %[[P:.*]] = fmul nsz <2 x float> %b, %{{.*}}
; CHECK: %[[V]] = fadd <2 x float> %[[P]], %[[U]]
; CHECK-NOT: extractelement
; CHECK: done:
; CHECK: store <2 x float> %[[T]], ptr %to
; CHECK: %[[LAST:.*]] = extractelement <2 x float> %[[V]], i64 1
; CHECK: store float %[[LAST]], ptr %to2
define void @sums(ptr %p, ptr %q, ptr %r, i64 %n) "lanewise-kernel"="sums" "lanewise-arguments"="v0,v8,v16,v24" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %column = getelementptr <2 x float>, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %u1 = phi float [ 2.0, %entry ], [ %v1, %loop ]
  %u0 = phi float [ 1.0, %entry ], [ %v0, %loop ]
  %from = getelementptr float, ptr %column, i64 %i
  %b = load <2 x float>, ptr %from, align 4
  %b0 = extractelement <2 x float> %b, i64 0
  %b1 = extractelement <2 x float> %b, i64 1
  %at = getelementptr float, ptr %q, i64 %i
  %x = load float, ptr %at
  %t0 = call float @llvm.fmuladd.f32(float %x, float %b0, float %s0)
  %w0 = fmul nsz float %b0, %x
  %v0 = fadd float %w0, %u0
  %t1 = call float @llvm.fmuladd.f32(float %x, float %b1, float %s1)
  %w1 = fmul nsz float %b1, %x
  %v1 = fadd float %w1, %u1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr <2 x float>, ptr %r, i64 %id
  %first = insertelement <2 x float> poison, float %t0, i64 0
  %both = insertelement <2 x float> %first, float %t1, i64 1
  store <2 x float> %both, ptr %to, align 4
  %to2 = getelementptr <2 x float>, ptr %q, i64 %id
  store float %v1, ptr %to2
  ret void
}

; Sums of a loop around the loop go on.
; CHECK-LABEL: define void @nest(
; CHECK: outer:
; CHECK: %[[OUTER:.*]] = phi <2 x float> [ zeroinitializer, %entry ], [ %[[RESULT:.*]], %latch ]
; CHECK: loop:
; CHECK: %[[S:.*]] = phi <2 x float> [ %[[OUTER]], %outer ], [ %[[T:.*]], %loop ]
; CHECK: %[[T]] = fadd <2 x float> %[[S]], %b
; CHECK: latch:
; CHECK: %[[RESULT]] = phi <2 x float> [ %[[T]], %loop ]
; CHECK: store <2 x float> %[[RESULT]], ptr %to
define void @nest(ptr %p, ptr %r, i64 %n) "lanewise-kernel"="nest" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %column = getelementptr <2 x float>, ptr %p, i64 %id
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %following, %latch ]
  %o0 = phi float [ 0.0, %entry ], [ %r0, %latch ]
  %o1 = phi float [ 0.0, %entry ], [ %r1, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %next, %loop ]
  %s0 = phi float [ %o0, %outer ], [ %t0, %loop ]
  %s1 = phi float [ %o1, %outer ], [ %t1, %loop ]
  %from = getelementptr float, ptr %column, i64 %i
  %b = load <2 x float>, ptr %from, align 4
  %b0 = extractelement <2 x float> %b, i64 0
  %b1 = extractelement <2 x float> %b, i64 1
  %t0 = fadd float %s0, %b0
  %t1 = fadd float %s1, %b1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %latch
latch:
  %r0 = phi float [ %t0, %loop ]
  %r1 = phi float [ %t1, %loop ]
  %following = add i64 %k, 1
  %again = icmp ult i64 %following, %n
  br i1 %again, label %outer, label %done
done:
  %to = getelementptr <2 x float>, ptr %r, i64 %id
  %first = insertelement <2 x float> poison, float %r0, i64 0
  %both = insertelement <2 x float> %first, float %r1, i64 1
  store <2 x float> %both, ptr %to, align 4
  ret void
}

; A sum of one element is used in the loop.
; CHECK-LABEL: define void @used(
; CHECK-COUNT-2: phi float
; CHECK-NOT: <2 x float> %{{.*}}, %
; CHECK: ret void
define void @used(ptr %p, ptr %q, ptr %r, i64 %n) "lanewise-kernel"="used" "lanewise-arguments"="v0,v8,v16,v24" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %column = getelementptr <2 x float>, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %from = getelementptr float, ptr %column, i64 %i
  %b = load <2 x float>, ptr %from, align 4
  %b0 = extractelement <2 x float> %b, i64 0
  %b1 = extractelement <2 x float> %b, i64 1
  %t0 = fadd float %s0, %b0
  %t1 = fadd float %s1, %b1
  %at = getelementptr float, ptr %q, i64 %i
  store float %t0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr float, ptr %r, i64 %id
  %sum = fadd float %t0, %t1
  store float %sum, ptr %to
  ret void
}

; The sums change their places: each adds to the other one.
; CHECK-LABEL: define void @crossed(
; CHECK-COUNT-2: phi float
; CHECK: ret void
define void @crossed(ptr %p, ptr %r, i64 %n) "lanewise-kernel"="crossed" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %column = getelementptr <2 x float>, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %from = getelementptr float, ptr %column, i64 %i
  %b = load <2 x float>, ptr %from, align 4
  %b0 = extractelement <2 x float> %b, i64 0
  %b1 = extractelement <2 x float> %b, i64 1
  %t0 = fadd float %s0, %b0
  %t1 = fadd float %s1, %b1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr float, ptr %r, i64 %id
  %sum = fsub float %t0, %t1
  store float %sum, ptr %to
  ret void
}

; The operations differ, or what they promise.
; CHECK-LABEL: define void @different(
; CHECK-COUNT-2: phi float
; CHECK: ret void
define void @different(ptr %p, ptr %r, i64 %n) "lanewise-kernel"="different" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %column = getelementptr <2 x float>, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %from = getelementptr float, ptr %column, i64 %i
  %b = load <2 x float>, ptr %from, align 4
  %b0 = extractelement <2 x float> %b, i64 0
  %b1 = extractelement <2 x float> %b, i64 1
  %t0 = fadd nsz float %s0, %b0
  %t1 = fadd float %s1, %b1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr float, ptr %r, i64 %id
  %sum = fsub float %t0, %t1
  store float %sum, ptr %to
  ret void
}

; The vectors of the lanes have gaps, so their elements are brought side by side in any case.
; CHECK-LABEL: define void @apart(
; CHECK-COUNT-2: phi float
; CHECK: ret void
define void @apart(ptr %p, ptr %r, i64 %n) "lanewise-kernel"="apart" "lanewise-arguments"="v0,v8,v16" "lanewise-prepared" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %column = getelementptr <4 x float>, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %from = getelementptr float, ptr %column, i64 %i
  %b = load <2 x float>, ptr %from, align 4
  %b0 = extractelement <2 x float> %b, i64 0
  %b1 = extractelement <2 x float> %b, i64 1
  %t0 = fadd float %s0, %b0
  %t1 = fadd float %s1, %b1
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr float, ptr %r, i64 %id
  %sum = fsub float %t0, %t1
  store float %sum, ptr %to
  ret void
}
