; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The addresses of all lanes are computed where accesses lane by lane use them, and not in front of the test.
; RUN: %cc --passes=sink-lane-addresses %s | FileCheck %s
declare void @use(...)

; Indices that something else uses stay.
; CHECK-LABEL: define void @load(
; CHECK: %indices = add <4 x i32> %a, %b
; CHECK-NOT: sext
; CHECK: br i1 %adjacent
; CHECK: near:
; CHECK-NEXT: call void (...) @use(<4 x i32> %indices)
; CHECK: far:
; CHECK-NEXT: %[[LONG:.*]] = sext <4 x i32> %indices to <4 x i64>
; CHECK-NEXT: %[[ADDRESSES:.*]] = getelementptr i32, ptr %p, <4 x i64> %[[LONG]]
; CHECK-NEXT: call void (...) @use(<4 x ptr> %[[ADDRESSES]])
define void @load(ptr %p, <4 x i32> %a, <4 x i32> %b, i1 %adjacent) {
  %indices = add <4 x i32> %a, %b
  %long = sext <4 x i32> %indices to <4 x i64>
  %addresses = getelementptr i32, ptr %p, <4 x i64> %long
  br i1 %adjacent, label %near, label %far
near:
  call void (...) @use(<4 x i32> %indices)
  ret void
far:
  call void (...) @use(<4 x ptr> %addresses)
  ret void
}

; Copies of one computation that a phi joins are computed behind it, and where they are used.
; CHECK-LABEL: define void @joined(
; CHECK: one:
; CHECK-NEXT: br label %join
; CHECK: other:
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NEXT: br i1 %adjacent
; CHECK: far:
; CHECK-NEXT: add <4 x i64> %a, <i64 1, i64 1, i64 1, i64 1>
; CHECK-NEXT: %[[ADDRESSES:.*]] = getelementptr i32, ptr %p, <4 x i64>
; CHECK-NEXT: call void (...) @use(<4 x ptr> %[[ADDRESSES]])
define void @joined(ptr %p, <4 x i64> %a, i1 %condition, i1 %adjacent) {
  br i1 %condition, label %one, label %other
one:
  %i = add <4 x i64> %a, <i64 1, i64 1, i64 1, i64 1>
  %x = getelementptr i32, ptr %p, <4 x i64> %i
  br label %join
other:
  %j = add <4 x i64> %a, <i64 1, i64 1, i64 1, i64 1>
  %y = getelementptr i32, ptr %p, <4 x i64> %j
  br label %join
join:
  %addresses = phi <4 x ptr> [ %x, %one ], [ %y, %other ]
  br i1 %adjacent, label %near, label %far
near:
  ret void
far:
  call void (...) @use(<4 x ptr> %addresses)
  ret void
}

; Different computations stay.
; CHECK-LABEL: define void @different(
; CHECK: phi <4 x ptr> [ %x, %one ], [ %y, %other ]
define void @different(ptr %p, <4 x i64> %a, i1 %condition) {
  br i1 %condition, label %one, label %other
one:
  %i = add <4 x i64> %a, <i64 1, i64 1, i64 1, i64 1>
  %x = getelementptr i32, ptr %p, <4 x i64> %i
  br label %join
other:
  %j = add <4 x i64> %a, <i64 2, i64 2, i64 2, i64 2>
  %y = getelementptr i32, ptr %p, <4 x i64> %j
  br label %join
join:
  %addresses = phi <4 x ptr> [ %x, %one ], [ %y, %other ]
  call void (...) @use(<4 x ptr> %addresses)
  ret void
}

; A loop does not repeat the computation in each iteration.
; CHECK-LABEL: define void @loop(
; CHECK-NEXT: getelementptr i32, ptr %p, <4 x i64> %a
; CHECK-NEXT: br label %body
define void @loop(ptr %p, <4 x i64> %a) {
  %addresses = getelementptr i32, ptr %p, <4 x i64> %a
  br label %body
body:
  %n = phi i32 [ 0, %0 ], [ %next, %body ]
  call void (...) @use(<4 x ptr> %addresses)
  %next = add i32 %n, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %body, label %end
end:
  ret void
}
