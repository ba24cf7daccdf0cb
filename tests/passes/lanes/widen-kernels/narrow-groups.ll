; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Code for launches in groups of 8 x 8 had vectors of 16 work-items, as the code for all launches: half
; of them had nothing to do. Sums of floats keep their order.
; RUN: %cc --passes=%widen --level=x86-64-v3 %s | %result --heads %s
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.global_id(i32) memory(none)
declare float @lanewise.work_group.reduce.fadd.f32(float) convergent nounwind willreturn memory(none)

define void @eight(ptr %p) "lanewise-kernel"="eight" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" "lanewise-local-size"="8,8,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @eight(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="eight" "lanewise-lanes"="8" "lanewise-local-size"="8,8,1" "lanewise-tier"="kind" "lanewise-usual-lanes"="16"
define void @five(ptr %p) "lanewise-kernel"="five" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" "lanewise-local-size"="5,1,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @five(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="five" "lanewise-lanes"="8" "lanewise-local-size"="5,1,1" "lanewise-tier"="kind" "lanewise-usual-lanes"="16"
define void @wide(ptr %p) "lanewise-kernel"="wide" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" "lanewise-local-size"="12,2,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @wide(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="wide" "lanewise-lanes"="16" "lanewise-local-size"="12,2,1" "lanewise-tier"="kind" "lanewise-usual-lanes"="16"
define void @column(ptr %p) "lanewise-kernel"="column" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" "lanewise-local-size"="2,64,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @column(ptr %p) "lanewise-arguments"="v0" "lanewise-column-dimension"="1" "lanewise-kernel"="column" "lanewise-lanes"="8" "lanewise-local-size"="64,2,1" "lanewise-tier"="kind" "lanewise-usual-lanes"="16"
define void @sum(ptr %p) "lanewise-kernel"="sum" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" "lanewise-local-size"="8,8,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %r = call float @lanewise.work_group.reduce.fadd.f32(float %x)
  store float %r, ptr %at
  ret void
}
;= define void @sum(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="sum" "lanewise-lanes"="16" "lanewise-local-size"="8,8,1" "lanewise-tier"="kind" "lanewise-usual-lanes"="16"
; Vectors lie across work-groups if the kernel does not observe these.
define void @flat(ptr %p) "lanewise-kernel"="flat" "lanewise-arguments"="v0" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" !reqd_work_group_size !0 {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @flat(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="flat" "lanewise-lanes"="16" "lanewise-tier"="kind" "lanewise-usual-lanes"="16" !reqd_work_group_size !0
!0 = !{i32 8, i32 8, i32 1}
