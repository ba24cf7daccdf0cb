; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; In a kernel that stays scalar a sub-group is one work-item.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i32 @lanewise.sub_group.reduce.mul.i32(i32) convergent nounwind willreturn memory(none)
declare i32 @lanewise.sub_group.exclusive_scan.mul.i32(i32) convergent nounwind willreturn memory(none)

; CHECK-LABEL: define void @k(
; CHECK: %x = load i32, ptr %at
; CHECK-NEXT: %y = add i32 %x, 1
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %product = call i32 @lanewise.sub_group.reduce.mul.i32(i32 %x)
  %before = call i32 @lanewise.sub_group.exclusive_scan.mul.i32(i32 %x)
  %y = add i32 %product, %before
  store i32 %y, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 1}
