; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that lanes leave through nine exits has one exit with the number of each lane's exit, not nine
; masks. Values of different exits share a vector. Branches on the number lead to the nine blocks.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: test0:
; CHECK-NEXT: %[[VALUE:.*]] = phi <4 x i64> {{.*}}[ poison
; CHECK-NEXT: %[[NUMBER:.*]] = phi <4 x i32> {{.*}}[ poison
; CHECK-NEXT: %{{.*}} = phi i64
; CHECK-NEXT: %{{.*}} = phi <4 x i1>
; CHECK-NEXT: mul
; CHECK: select <4 x i1> %{{.*}}, <4 x i32> zeroinitializer, <4 x i32> %[[NUMBER]]
; CHECK: lanes.done:
; CHECK-NEXT: %[[LEFT:.*]] = phi <4 x i64>
; CHECK-NEXT: %[[EXIT:.*]] = phi <4 x i32>
; CHECK-NEXT: br label %exits
; CHECK: exits:
; CHECK-NEXT: icmp ult <4 x i32> %[[EXIT]], <i32 4, i32 4, i32 4, i32 4>
; CHECK-NOT: phi <4 x i1>
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr i64, ptr %p, i64 %id
  br label %test0
test0:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %x0 = mul i64 %i, 3
  %c0 = icmp eq i64 %id, %x0
  br i1 %c0, label %exit0, label %test1
test1:
  %x1 = mul i64 %i, 5
  %c1 = icmp eq i64 %id, %x1
  br i1 %c1, label %exit1, label %test2
test2:
  %x2 = mul i64 %i, 7
  %c2 = icmp eq i64 %id, %x2
  br i1 %c2, label %exit2, label %test3
test3:
  %x3 = mul i64 %i, 9
  %c3 = icmp eq i64 %id, %x3
  br i1 %c3, label %exit3, label %test4
test4:
  %x4 = mul i64 %i, 11
  %c4 = icmp eq i64 %id, %x4
  br i1 %c4, label %exit4, label %test5
test5:
  %x5 = mul i64 %i, 13
  %c5 = icmp eq i64 %id, %x5
  br i1 %c5, label %exit5, label %test6
test6:
  %x6 = mul i64 %i, 15
  %c6 = icmp eq i64 %id, %x6
  br i1 %c6, label %exit6, label %test7
test7:
  %x7 = mul i64 %i, 17
  %c7 = icmp eq i64 %id, %x7
  br i1 %c7, label %exit7, label %test8
test8:
  %x8 = mul i64 %i, 19
  %c8 = icmp eq i64 %id, %x8
  br i1 %c8, label %exit8, label %latch
latch:
  %next = add nuw i64 %i, 1
  br label %test0
exit0:
  store i64 0, ptr %to
  ret void
exit1:
  store i64 %x1, ptr %to
  ret void
exit2:
  store i64 2, ptr %to
  ret void
exit3:
  store i64 %x3, ptr %to
  ret void
exit4:
  store i64 4, ptr %to
  ret void
exit5:
  store i64 %x5, ptr %to
  ret void
exit6:
  store i64 6, ptr %to
  ret void
exit7:
  store i64 %x7, ptr %to
  ret void
exit8:
  store i64 8, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
