; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that stays scalar is unchanged.
; RUN: %cc --passes=%widen --remarks %s 2>&1 | FileCheck %s
; CHECK: scalar code: set by -cl-opt-disable, LANEWISE_LANES or --lanes
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(ptr %p)
; CHECK-NEXT: %id = call i64 @lanewise.global_id(i32 0)
; CHECK-NEXT: %at = getelementptr inbounds i32, ptr %p, i64 %id
; CHECK-NEXT: store i32 1, ptr %at
; CHECK-NEXT: ret void
; CHECK-NOT: "lanewise-lanes"="
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr inbounds i32, ptr %p, i64 %id
  store i32 1, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 1}
