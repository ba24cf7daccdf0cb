; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a kernel that uses sub-groups, lanes are adjacent along the flattened local id, which is
; local_id(0). Ids along x are strided in the version for groups of one row. In the other one they are
; computed, and an access tests whether the vector is in one row. The width is the sub-group size,
; whatever option gives another one.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.local_linear_id() memory(none)
declare void @lanewise.sub_group.barrier() convergent nomerge nounwind

; CHECK-LABEL: define void @k(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %[[SIZE1:.*]] = call i64 @lanewise.local_size(i32 1)
; CHECK: %[[SIZE2:.*]] = call i64 @lanewise.local_size(i32 2)
; CHECK: %[[ROWS:.*]] = mul i64 %[[SIZE1]], %[[SIZE2]]
; CHECK: %[[ONE:.*]] = icmp eq i64 %[[ROWS]], 1
; CHECK: lshr i64 %{{.*}}, 31
; CHECK: %[[IS_ROW:.*]] = and i1 %[[ONE]],
; CHECK: br i1 %[[IS_ROW]],
; CHECK: %[[ID:.*]] = call i64 @lanewise.global_id(i32 0)
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %a, i64 %[[ID]]
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p0(<4 x i32> {{.*}}, ptr %[[AT]], i32 4, <4 x i1> %live)
; CHECK: fdiv <4 x float>
; CHECK: %[[HOLDS:.*]] = call i1 @llvm.vector.reduce.and.v4i1(
; CHECK: br i1 %[[HOLDS]],
; CHECK: call void @llvm.masked.store.v4i32.p0(
define void @k(ptr %a) #0 {
  call void @lanewise.sub_group.barrier()
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %a, i64 %id
  store i32 1, ptr %at
  ret void
}

; Ids along y and z are the same for all lanes of a row, and the flattened id needs no versions.
; CHECK-LABEL: define void @flat(
; CHECK-NOT: br i1
; CHECK: %[[FLAT:.*]] = call i64 @lanewise.local_id(i32 0)
; CHECK: getelementptr i32, ptr %a, i64 %[[FLAT]]
; CHECK: ret void
define void @flat(ptr %a) #0 {
  call void @lanewise.sub_group.barrier()
  %id = call i64 @lanewise.local_linear_id()
  %at = getelementptr i32, ptr %a, i64 %id
  store i32 1, ptr %at
  ret void
}

; CHECK-LABEL: define void @column(
; CHECK: %[[ROW:.*]] = fptosi <4 x float>
; CHECK: %[[HOLDS:.*]] = call i1 @llvm.vector.reduce.and.v4i1(
; CHECK: br i1 %[[HOLDS]],
; CHECK: load i32, ptr
define void @column(ptr %a, ptr %b) #0 {
  call void @lanewise.sub_group.barrier()
  %y = call i64 @lanewise.local_id(i32 1)
  %from = getelementptr i32, ptr %a, i64 %y
  %value = load i32, ptr %from
  %x = call i64 @lanewise.local_linear_id()
  %to = getelementptr i32, ptr %b, i64 %x
  store i32 %value, ptr %to
  ret void
}
; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"lanewise-flat-lanes"{{.*}}"lanewise-lanes"="4"
attributes #0 = { "lanewise-kernel"="k" "lanewise-sub-group-size"="4" "lanewise-uses-sub-groups" }
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 8}
