; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A required work-group size is a constant. The entry has the name that "lanewise-kernel" gives, and
; no attribute of the kernel that does not hold for a row of groups.
; RUN: %cc --passes=barrier-regions,work-item-loops,bound-private-memory,kernel-entry %s | FileCheck %s
declare i64 @lanewise.enqueued_local_size(i32)
declare i64 @lanewise.num_groups(i32)
declare i32 @lanewise.work_dim()

; CHECK-NOT: @kernel(
; CHECK-LABEL: define void @symbol(
; CHECK-SAME: #[[OWN:[0-9]+]]
; CHECK: store volatile i64 64, ptr
; CHECK-NEXT: store volatile i64 2, ptr
; CHECK-NEXT: %[[DIM:.*]] = zext i32 %{{.*}} to i64
; CHECK-NEXT: store volatile i64 %[[DIM]]
; CHECK-NOT: @lanewise.
; CHECK: attributes #[[OWN]] = { nounwind "lanewise-entry-of"="kernel" "lanewise-observes-groups"="1" "lanewise-private-bytes"="0" "lanewise-rows"="1" "lanewise-spill-fixed-bytes"="0" "lanewise-spill-vector-bytes"="0" "lanewise-uses-barrier"="0" }
define internal void @kernel(ptr %p) alwaysinline convergent memory(argmem: write)
    "lanewise-kernel"="symbol" "lanewise-arguments"="v0" !reqd_work_group_size !0 {
  %x = call i64 @lanewise.enqueued_local_size(i32 0)
  store volatile i64 %x, ptr %p
  %y = call i64 @lanewise.enqueued_local_size(i32 1)
  store volatile i64 %y, ptr %p
  %d = call i32 @lanewise.work_dim()
  %w = zext i32 %d to i64
  store volatile i64 %w, ptr %p
  ret void
}
!0 = !{i32 64, i32 2, i32 1}
