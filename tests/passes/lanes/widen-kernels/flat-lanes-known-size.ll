; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where groups have a known size, a kernel that uses sub-groups has one version of its code: for a row along x with
; strided ids, or for groups of several rows. All global ids are below 2^31.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @lanewise.sub_group.barrier() convergent nomerge nounwind

; CHECK-LABEL: define void @row(
; CHECK-NOT: br i1
; CHECK-NOT: @lanewise.local_size
; CHECK: %[[ID:.*]] = call i64 @lanewise.global_id(i32 0)
; CHECK: getelementptr i32, ptr %a, i64 %[[ID]]
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p0(
; CHECK-NOT: fdiv
; CHECK: ret void
define void @row(ptr %a) #0 {
  call void @lanewise.sub_group.barrier()
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  store i32 1, ptr %at
  ret void
}

; CHECK-LABEL: define void @rows(
; CHECK-NOT: @lanewise.global_id
; CHECK: fdiv <4 x float>
; CHECK-NOT: @lanewise.global_id
; CHECK: ret void
define void @rows(ptr %a) #1 {
  call void @lanewise.sub_group.barrier()
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  store i32 1, ptr %at
  ret void
}
attributes #0 = { "lanewise-kernel"="row" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" "lanewise-tier"="kind" "lanewise-local-size"="64,1,1" }
attributes #1 = { "lanewise-kernel"="rows" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" "lanewise-tier"="kind" "lanewise-local-size"="6,4,1" }
