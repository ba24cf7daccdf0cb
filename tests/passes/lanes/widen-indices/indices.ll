; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Indices of 32 bits are extended once in front of the loop, where each iteration accesses a small object. Of
; two accesses one is a number of bytes behind the other.
; RUN: %cc --passes=widen-indices %s | FileCheck %s

; A row and a column of a matrix.
; CHECK-LABEL: define float @product(
; CHECK: entry:
; CHECK-DAG: %[[ROW:.*]] = sext i32 %row to i64
; CHECK-DAG: %[[COLUMN:.*]] = zext i32 %column to i64
; CHECK-DAG: %[[WIDTH:.*]] = sext i32 %width to i64
; CHECK: loop:
; CHECK-DAG: %[[A:.*]] = add i64 %[[ROW]], %k
; CHECK-DAG: %[[ROWS:.*]] = mul i64 %[[WIDTH]], %k
; CHECK-DAG: %[[B:.*]] = add i64 %[[COLUMN]], %[[ROWS]]
; CHECK: %[[AT:.*]] = getelementptr float, ptr %a, i64 %[[A]]
; CHECK: load float, ptr %[[AT]], align 4, !lanewise.small-object
; CHECK: %[[OF:.*]] = getelementptr float, ptr %b, i64 %[[B]]
; CHECK: load float, ptr %[[OF]], align 4, !lanewise.small-object
define float @product(ptr %a, ptr %b, i32 %row, i32 %column, i32 %width, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %new, %loop ]
  %k32 = trunc i64 %k to i32
  %i = add i32 %row, %k32
  %i64 = sext i32 %i to i64
  %pa = getelementptr float, ptr %a, i64 %i64
  %va = load float, ptr %pa, align 4, !lanewise.small-object !0
  %rows = mul i32 %width, %k32
  %j = add i32 %rows, %column
  %j64 = zext i32 %j to i64
  %pb = getelementptr float, ptr %b, i64 %j64
  %vb = load float, ptr %pb, align 4, !lanewise.small-object !0
  %product = fmul float %va, %vb
  %new = fadd float %sum, %product
  %next = add i64 %k, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret float %new
}

; Neighbors are a constant apart, here in a field, with masks that are all active.
; CHECK-LABEL: define void @neighbors(
; CHECK: loop:
; CHECK: %[[FIRST:.*]] = add i64 %{{.*}}, %k
; CHECK: %[[HERE:.*]] = getelementptr [2 x <4 x i32>], ptr %a, i64 %[[FIRST]]
; CHECK: %[[THERE:.*]] = getelementptr i8, ptr %[[HERE]], i64 16
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %[[THERE]]
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %[[THERE]], i64 -64
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr %[[FIELD]]
define void @neighbors(ptr %a, i32 %from, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %k32 = trunc i64 %k to i32
  %i = add i32 %from, %k32
  %i64 = sext i32 %i to i64
  %here = getelementptr [2 x <4 x i32>], ptr %a, i64 %i64
  %p = getelementptr i8, ptr %here, i64 16
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> splat (i1 true), <4 x i32> poison), !lanewise.small-object !0
  %j = sub i32 %i, 2
  %j64 = sext i32 %j to i64
  %base = getelementptr [2 x <4 x i32>], ptr %a, i64 %j64
  %q = getelementptr i8, ptr %base, i64 16
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %q, i32 4, <4 x i1> splat (i1 true)), !lanewise.small-object !0
  %next = add i64 %k, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Not every iteration accesses the object, or not every lane. Where one access is behind another one, the
; distance is what each iteration has.
; CHECK-LABEL: define void @some(
; CHECK: entry:
; CHECK: %[[WIDE:.*]] = sext i32 %width to i64
; CHECK: %[[BYTES:.*]] = shl nsw i64 %[[WIDE]], 2
; CHECK: getelementptr i32, ptr %a, i64 %i64
; CHECK: load i32, ptr %p,
; CHECK: %[[Q:.*]] = getelementptr i8, ptr %p, i64 %[[BYTES]]
; CHECK: store i32 %v, ptr %[[Q]],
; CHECK: store i32 %v, ptr %r,
; CHECK: masked.store{{.*}}ptr %p
define void @some(ptr %a, i32 %from, i32 %width, i64 %n, i1 %if, <4 x i1> %mask) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %k32 = trunc i64 %k to i32
  %i = add i32 %from, %k32
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %i64
  br i1 %if, label %then, label %latch
then:
  %v = load i32, ptr %p, align 4, !lanewise.small-object !0
  %j = add i32 %i, %width
  %j64 = zext i32 %j to i64
  %q = getelementptr i32, ptr %a, i64 %j64
  store i32 %v, ptr %q, align 4, !lanewise.small-object !0
  %twice = add i32 %i, %k32
  %twice64 = zext i32 %twice to i64
  %r = getelementptr i32, ptr %a, i64 %twice64
  store i32 %v, ptr %r, align 4, !lanewise.small-object !0
  br label %latch
latch:
  call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr %p, i32 4, <4 x i1> %mask), !lanewise.small-object !0
  %next = add i64 %k, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; One index in two places: the next diagonal element is 17 elements behind.
; CHECK-LABEL: define i32 @diagonal(
; CHECK: loop:
; CHECK: %[[WIDE:.*]] = add i64 %{{.*}}, %k
; CHECK: %[[HERE:.*]] = getelementptr [16 x i32], ptr %m, i64 %[[WIDE]]
; CHECK: %[[FIRST:.*]] = getelementptr i32, ptr %[[HERE]], i64 %[[WIDE]]
; CHECK: load i32, ptr %[[FIRST]],
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr %[[FIRST]], i64 68
; CHECK: load i32, ptr %[[SECOND]],
define i32 @diagonal(ptr %m, i32 %from, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %k32 = trunc i64 %k to i32
  %i = add i32 %from, %k32
  %i64 = sext i32 %i to i64
  %row = getelementptr [16 x i32], ptr %m, i64 %i64
  %p = getelementptr i32, ptr %row, i64 %i64
  %v = load i32, ptr %p, align 4, !lanewise.small-object !0
  %j = add i32 %i, 1
  %j64 = sext i32 %j to i64
  %row2 = getelementptr [16 x i32], ptr %m, i64 %j64
  %q = getelementptr i32, ptr %row2, i64 %j64
  %w = load i32, ptr %q, align 4, !lanewise.small-object !0
  %next = add i64 %k, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %sum = add i32 %v, %w
  ret i32 %sum
}

; Objects of any size, two indices, and an index that does not grow by the same in each iteration.
; CHECK-LABEL: define void @others(
; CHECK: loop:
; CHECK: load i32, ptr %p,
; CHECK: load i32, ptr %q,
; CHECK: load i32, ptr %r,
define void @others(ptr %a, ptr %b, i32 %from, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %k32 = trunc i64 %k to i32
  %i = add i32 %from, %k32
  %i64 = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %i64
  %v = load i32, ptr %p, align 4
  %q = getelementptr i32, ptr %p, i64 %k
  %w = load i32, ptr %q, align 4, !lanewise.small-object !0
  %square = mul i32 %k32, %k32
  %square64 = sext i32 %square to i64
  %r = getelementptr i32, ptr %a, i64 %square64
  %x = load i32, ptr %r, align 4, !lanewise.small-object !0
  %next = add i64 %k, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
!0 = !{}
