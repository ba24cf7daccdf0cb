; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A loop that lanes leave in different iterations runs until none is left. A value that is used behind it
; is the one that each lane left with.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK: %[[I:.*]] = phi i64 [ %next, %loop ], [ 0, %{{.*}} ]
; CHECK-NEXT: %[[MASK:.*]] = phi <4 x i1> [ %[[AGAIN:.*]], %loop ], [ %live, %{{.*}} ]
; CHECK-NEXT: %next = add nuw i64 %[[I]], 1
; CHECK: %[[MORE:.*]] = icmp ult <4 x i64>
; CHECK: %[[AGAIN]] = select <4 x i1> %[[MASK]], <4 x i1> %[[MORE]], <4 x i1> zeroinitializer
; CHECK: %[[DONE:.*]] = xor <4 x i1> %[[MORE]], <i1 true
; CHECK: %[[LEAVE:.*]] = select <4 x i1> %[[MASK]], <4 x i1> %[[DONE]], <4 x i1> zeroinitializer
; CHECK: %[[LEFT:.*]] = select <4 x i1> %[[LEAVE]], <4 x i64> %{{.*}}, <4 x i64> %{{.*}}
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[AGAIN]])
; CHECK: br i1 %[[ANY]], label %loop, label %lanes.done
; CHECK: call void @llvm.masked.store.v4i64.p0(<4 x i64> %[[LEFT]], ptr %to, i32 4, <4 x i1> %live)
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
entry:
  %id = call i64 @lanewise.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %loop, label %after
after:
  %to = getelementptr i64, ptr %p, i64 %id
  store i64 %next, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
