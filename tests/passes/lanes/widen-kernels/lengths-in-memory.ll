; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where each lane has its number of iterations in memory, such as those of the edges of a node, most
; lanes wait for the longest list: vectors took twice the time of scalar code. A number that follows
; from the id differs less.
; RUN: %cc --passes=%widen --level=x86-64-v4 --remarks %s 2>&1 | FileCheck %s
; CHECK-DAG: scalar code: 4 lanes are estimated at {{1[0-9][0-9]}}% of the cost of scalar code, in kernel 'listed'
; CHECK-DAG: 8 lanes: {{.*}}, in kernel 'counted'
declare i64 @lanewise.global_id(i32) memory(none)

define void @listed(ptr %ends, ptr %edges, ptr %seen, ptr %cost) "lanewise-kernel"="listed" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %ends, i64 %id
  %first = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ %first, %0 ], [ %next, %latch ]
  %long = sext i32 %i to i64
  %edge = getelementptr i32, ptr %edges, i64 %long
  %node = load i32, ptr %edge
  %to = sext i32 %node to i64
  %flag = getelementptr i32, ptr %seen, i64 %to
  %is = load i32, ptr %flag
  %new = icmp eq i32 %is, 0
  br i1 %new, label %visit, label %latch
visit:
  %c = getelementptr i32, ptr %cost, i64 %to
  %m0 = mul i32 %i, %node
  %m1 = mul i32 %m0, %i
  %m2 = mul i32 %m1, %node
  %m3 = mul i32 %m2, %i
  %m4 = mul i32 %m3, %node
  %m5 = mul i32 %m4, %i
  %m6 = mul i32 %m5, %node
  %m7 = mul i32 %m6, %i
  %m8 = mul i32 %m7, %node
  %m9 = mul i32 %m8, %i
  %m10 = mul i32 %m9, %node
  %m11 = mul i32 %m10, %i
  %m12 = mul i32 %m11, %node
  %m13 = mul i32 %m12, %i
  %m14 = mul i32 %m13, %node
  %m15 = mul i32 %m14, %i
  %m16 = mul i32 %m15, %node
  %m17 = mul i32 %m16, %i
  %m18 = mul i32 %m17, %node
  %m19 = mul i32 %m18, %i
  %m20 = mul i32 %m19, %node
  %m21 = mul i32 %m20, %i
  %m22 = mul i32 %m21, %node
  %m23 = mul i32 %m22, %i
  %m24 = mul i32 %m23, %node
  %m25 = mul i32 %m24, %i
  %m26 = mul i32 %m25, %node
  %m27 = mul i32 %m26, %i
  %m28 = mul i32 %m27, %node
  %m29 = mul i32 %m28, %i
  store i32 %m29, ptr %c
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  %after = getelementptr i32, ptr %at, i64 1
  %end = load i32, ptr %after
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @counted(ptr %ends, ptr %edges, ptr %seen, ptr %cost) "lanewise-kernel"="counted" "lanewise-arguments"="v0,v8,v16,v24" {
  %id = call i64 @lanewise.global_id(i32 0)
  %end = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %long = sext i32 %i to i64
  %edge = getelementptr i32, ptr %edges, i64 %long
  %node = load i32, ptr %edge
  %to = sext i32 %node to i64
  %flag = getelementptr i32, ptr %seen, i64 %to
  %is = load i32, ptr %flag
  %new = icmp eq i32 %is, 0
  br i1 %new, label %visit, label %latch
visit:
  %c = getelementptr i32, ptr %cost, i64 %id
  store i32 %i, ptr %c
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
