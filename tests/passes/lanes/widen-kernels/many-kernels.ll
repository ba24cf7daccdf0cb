; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels of a program that has many are built quickly at first: they have one form, also where masked
; accesses are loops (SSE). The number of lanes may differ in later code.
; RUN: %cc --passes=%widen --level=x86-64-v4 %s | %result --heads %s
; RUN: %cc --passes=%widen --level=x86-64-v2 %s | FileCheck %s --check-prefix=V2
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.live_lanes() memory(none)

; V2-DAG: "lanewise-free-lanes" "lanewise-kernel"="flat" "lanewise-lanes"="4" "lanewise-most-instructions"="{{[0-9]+}}" "lanewise-one-form" {{.*}}"lanewise-tier"="quick"
define void @flat(ptr %p) "lanewise-tier"="quick" "lanewise-kernel"="flat" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  %y = fmul float %x, %x
  store float %y, ptr %at
  ret void
}
;= define void @flat(ptr %p) "lanewise-arguments"="v0" "lanewise-free-lanes" "lanewise-kernel"="flat" "lanewise-lanes"="4" "lanewise-most-instructions"="371" "lanewise-one-form" "lanewise-tier"="quick"
define void @vectors(ptr %p) "lanewise-tier"="quick" "lanewise-kernel"="vectors" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr <4 x float>, ptr %p, i64 %id
  %x = load <4 x float>, ptr %at
  %y = fmul <4 x float> %x, %x
  %z = fadd <4 x float> %x, %y
  store <4 x float> %z, ptr %at
  ret void
}
;= define void @vectors(ptr %p) "lanewise-arguments"="v0" "lanewise-free-lanes" "lanewise-kernel"="vectors" "lanewise-lanes"="4" "lanewise-most-instructions"="378" "lanewise-one-form" "lanewise-tier"="quick"
define void @required(ptr %p) "lanewise-tier"="quick" "lanewise-kernel"="required" "lanewise-arguments"="v0" !reqd_work_group_size !0 {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @required(ptr %p) "lanewise-arguments"="v0" "lanewise-free-lanes" "lanewise-kernel"="required" "lanewise-lanes"="4" "lanewise-most-instructions"="364" "lanewise-one-form" "lanewise-tier"="quick" !reqd_work_group_size !0
define void @prints(ptr %p) "lanewise-tier"="quick" "lanewise-kernel"="prints" "lanewise-arguments"="v0" "lanewise-uses-host-calls" {
  %id = call i64 @lanewise.local_id(i32 0)
  %at = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}
;= define void @prints(ptr %p) "lanewise-arguments"="v0" "lanewise-kernel"="prints" "lanewise-lanes"="8" "lanewise-most-instructions"="364" "lanewise-tier"="all" "lanewise-uses-host-calls"
!0 = !{i32 64, i32 1, i32 1}
