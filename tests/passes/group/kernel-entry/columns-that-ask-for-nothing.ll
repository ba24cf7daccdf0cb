; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The kernel asked for its local id when its lanes were laid along the column of a group, and does not any more. It still
; observes its groups: the entry ran them as rows along x, of which it had not measured the base, and crashed.
; RUN: %cc --passes=barrier-regions,work-item-loops,kernel-entry %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define {{.*}}@kernel.k(
; CHECK-NOT: @lanewise.
; CHECK: ret void
define void @k(ptr %p) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-column-dimension"="1" !reqd_work_group_size !0 {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %at = getelementptr i64, ptr %p, i64 %x
  store i64 %y, ptr %at
  ret void
}
!0 = !{i32 4, i32 1, i32 1}
