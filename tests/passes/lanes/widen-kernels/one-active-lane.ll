; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One lane at most has a local id of 0: what it accesses is accessed in scalar code. Behind a comparison
; that several lanes may pass, accesses have masks.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @one(
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK: %[[LANE4:.*]] = call i4 @llvm.cttz.i4(i4 %[[BITS]], i1 true)
; CHECK: %[[LANE:.*]] = zext i4 %[[LANE4]] to i64
; CHECK: %[[STEP:.*]] = mul i64 %[[LANE]], 4
; CHECK: %[[FROM:.*]] = getelementptr i8, ptr %from, i64 %[[STEP]]
; CHECK: load float, ptr %[[FROM]]
; CHECK: %[[GID:.*]] = add i64 %gid, %{{.*}}
; CHECK: %[[GROUP:.*]] = lshr i64 %[[GID]], 8
; CHECK: %[[TO:.*]] = getelementptr float, ptr %out, i64 %[[GROUP]]
; CHECK: store float %{{.*}}, ptr %[[TO]]
; CHECK: atomicrmw add ptr %{{.*}}, i32 1
; CHECK-NOT: atomicrmw
; CHECK-NOT: masked
; CHECK: ret void
define void @one(ptr noalias %in, ptr noalias %out, ptr noalias %counts) "lanewise-kernel"="one" "lanewise-arguments"="v0,v8,v16" {
entry:
  %lid = call i64 @lanewise.local_id(i32 0)
  %gid = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %gid
  %first = icmp eq i64 %lid, 0
  br i1 %first, label %then, label %end
then:
  %x = load float, ptr %from
  %group = lshr i64 %gid, 8
  %to = getelementptr float, ptr %out, i64 %group
  store float %x, ptr %to
  %count = getelementptr i32, ptr %counts, i64 %group
  %old = atomicrmw add ptr %count, i32 1 monotonic
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @several(
; CHECK-DAG: call void @llvm.masked.store
; CHECK-DAG: select <4 x i1> %{{.*}}, <4 x ptr>
define void @several(ptr noalias %in, ptr noalias %out) "lanewise-kernel"="several" "lanewise-arguments"="v0,v8" {
entry:
  %lid = call i64 @lanewise.local_id(i32 0)
  %gid = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %gid
  %half = lshr i64 %lid, 1
  %first = icmp eq i64 %half, 0
  br i1 %first, label %then, label %else
then:
  store float 1.0, ptr %from
  br label %end
else:
  %others = icmp ne i64 %lid, 2
  br i1 %others, label %rest, label %end
rest:
  %group = lshr i64 %gid, 8
  %to = getelementptr float, ptr %out, i64 %group
  store float 2.0, ptr %to
  br label %end
end:
  ret void
}

; Lanes leave the loop one by one, and store together.
; CHECK-LABEL: define void @leave(
; CHECK: call void @llvm.masked.store
define void @leave(ptr noalias %out) "lanewise-kernel"="leave" "lanewise-arguments"="v0" {
entry:
  %lid = call i64 @lanewise.local_id(i32 0)
  %to = getelementptr i32, ptr %out, i64 %lid
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %last = icmp eq i64 %i, %lid
  br i1 %last, label %end, label %loop
end:
  store i32 1, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
