; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel has as many lanes as a register has elements of the size that most of its values have. Inline
; assembly cannot be widened.
; A kernel whose scalar code is cheaper remains scalar.
; RUN: %cc --passes=widen-kernels --remarks %s 2>&1 | FileCheck %s
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, {{.*}} used in kernel 'single'
; CHECK: 4 lanes: 256-bit registers, 64-bit elements, {{.*}} used in kernel 'double'
; CHECK: scalar code: 8 lanes are estimated at {{.*}}% of the cost of scalar code, used in kernel 'counts'
; CHECK: 4 lanes: rows of 3 work-items in each work-group, {{.*}} used in kernel 'rows'
; CHECK: scalar code: rows of 1 work-items in each work-group, used in kernel 'single_items'
; CHECK: 8 lanes: 256-bit registers, 32-bit elements, {{.*}} used in kernel 'no_groups'
; CHECK: scalar code: inline assembly, used in kernel 'assembly'
declare i64 @lanewise.global_id(i32) memory(none)
define void @single(ptr %p) "lanewise-kernel"="single" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @double(ptr %p) "lanewise-kernel"="double" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr double, ptr %p, i64 %id
  %x = load double, ptr %at
  store double %x, ptr %at
  ret void
}
define void @counts(ptr %p) "lanewise-kernel"="counts" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %from = getelementptr i32, ptr %p, i64 %id
  %bin = load i32, ptr %from
  %counter = getelementptr i32, ptr %p, i32 %bin
  atomicrmw add ptr %counter, i32 1 monotonic, !lanewise.local !1
  ret void
}
declare i64 @lanewise.local_id(i32) memory(none)
define void @rows(ptr %p) "lanewise-kernel"="rows" "lanewise-arguments"="v0" !reqd_work_group_size !2 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @single_items(ptr %p) "lanewise-kernel"="single_items" "lanewise-arguments"="v0" !reqd_work_group_size !3 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @no_groups(ptr %p) "lanewise-kernel"="no_groups" "lanewise-arguments"="v0" !reqd_work_group_size !3 {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
define void @assembly() "lanewise-kernel"="assembly" "lanewise-arguments"="" {
  call void asm sideeffect "nop", ""()
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
!1 = !{}
!2 = !{i32 3, i32 5, i32 1}
!3 = !{i32 1, i32 1, i32 1}
