; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that gets code for the size of its work-groups later has one form at first, if masked
; accesses are instructions: its build takes less time.
; RUN: %cc --passes=%widen --level=x86-64-v3 %s | %result --heads %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.live_lanes() memory(none)

define void @first(ptr %p) "lanewise-kernel"="first" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @first(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="first" "lanewise-lanes"="8" "lanewise-most-instructions"="364" "lanewise-one-form" "lanewise-tier"="first"
define void @flat(ptr %p) "lanewise-kernel"="flat" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @flat(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="flat" "lanewise-lanes"="8" "lanewise-most-instructions"="364" "lanewise-tier"="all"
define void @required(ptr %p) "lanewise-kernel"="required" "lanewise-arguments"="v0" !reqd_work_group_size !0 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @required(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="required" "lanewise-lanes"="8" "lanewise-most-instructions"="364" "lanewise-tier"="all" !reqd_work_group_size !0
define void @known(ptr %p) "lanewise-kernel"="known" "lanewise-arguments"="v0" "lanewise-tier"="kind" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @known(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="known" "lanewise-lanes"="8" "lanewise-tier"="kind"
define void @prints(ptr %p) "lanewise-kernel"="prints" "lanewise-arguments"="v0" "lanewise-uses-host-calls" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @prints(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="prints" "lanewise-lanes"="8" "lanewise-most-instructions"="364" "lanewise-tier"="all" "lanewise-uses-host-calls"
; AVX2 has no masked store of bytes.
define void @bytes(ptr %p) "lanewise-kernel"="bytes" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr i8, ptr %p, i64 %id
  %x = load i8, ptr %at
  store i8 %x, ptr %at
  ret void
}
;= define void @bytes(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="bytes" "lanewise-lanes"="16" "lanewise-most-instructions"="364" "lanewise-tier"="all"
!0 = !{i32 64, i32 1, i32 1}
