; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-groups are columns: vectors lie along them. Along x they would have one work-item each.
; RUN: %cc --level=x86-64-v3 --passes=lane-dimension %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)
declare i64 @lanewise.group_id(i32) memory(none)
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.local_linear_id() memory(none)
declare i64 @lanewise.global_linear_id() memory(none)

; CHECK-LABEL: define void @along_y(
; CHECK-SAME: #[[Y:[0-9]+]]
; CHECK: call i64 @lanewise.local_id(i32 0)
; CHECK: call i64 @lanewise.group_id(i32 1)
; CHECK: call i64 @lanewise.local_id(i32 2)
define void @along_y(ptr %a) "lanewise-kernel"="along_y" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="1,64,3" {
  %y = call i64 @lanewise.local_id(i32 1)
  %x = call i64 @lanewise.group_id(i32 0)
  %z = call i64 @lanewise.local_id(i32 2)
  %linear = call i64 @lanewise.local_linear_id()
  %sum = add i64 %y, %x
  %sums = add i64 %sum, %z
  %all = add i64 %sums, %linear
  store i64 %all, ptr %a
  ret void
}

; CHECK-LABEL: define void @along_z(
; CHECK-SAME: #[[Z:[0-9]+]]
; CHECK: call i64 @lanewise.local_id(i32 0)
define void @along_z(ptr %a) "lanewise-kernel"="along_z" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="2,1,64" {
  %z = call i64 @lanewise.local_id(i32 2)
  store i64 %z, ptr %a
  ret void
}

; CHECK-LABEL: define void @required(
; CHECK-SAME: #[[REQUIRED:[0-9]+]] !reqd_work_group_size ![[SIZE:[0-9]+]]
; CHECK: call i64 @lanewise.local_id(i32 0)
define void @required(ptr %a) "lanewise-kernel"="required" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="first" !reqd_work_group_size !0 {
  %y = call i64 @lanewise.local_id(i32 1)
  store i64 %y, ptr %a
  ret void
}

; The linear id in a group of another shape would be another one.
; CHECK-LABEL: define void @linear_ids(
; CHECK: call i64 @lanewise.local_id(i32 1)
define void @linear_ids(ptr %a) "lanewise-kernel"="linear_ids" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="2,64,1" {
  %y = call i64 @lanewise.local_id(i32 1)
  %linear = call i64 @lanewise.local_linear_id()
  %sum = add i64 %y, %linear
  store i64 %sum, ptr %a
  ret void
}

; y lies between, and is not exchanged.
; CHECK-LABEL: define void @along_z_linear(
; CHECK: call i64 @lanewise.local_id(i32 2)
define void @along_z_linear(ptr %a) "lanewise-kernel"="along_z_linear" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="1,3,20" {
  %z = call i64 @lanewise.local_id(i32 2)
  %linear = call i64 @lanewise.local_linear_id()
  %sum = add i64 %z, %linear
  store i64 %sum, ptr %a
  ret void
}

; CHECK-LABEL: define void @global_linear_ids(
; CHECK: call i64 @lanewise.local_id(i32 1)
define void @global_linear_ids(ptr %a) "lanewise-kernel"="global_linear_ids" "lanewise-arguments"="v0"
    "lanewise-prepared" "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="1,64,1" {
  %y = call i64 @lanewise.local_id(i32 1)
  %linear = call i64 @lanewise.global_linear_id()
  %sum = add i64 %y, %linear
  store i64 %sum, ptr %a
  ret void
}

; The sum of a vector depends on which work-items are its lanes.
; CHECK-LABEL: define void @sums(
; CHECK: call i64 @lanewise.local_id(i32 1)
define void @sums(ptr %a) "lanewise-kernel"="sums" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="1,64,1" {
  %y = call i64 @lanewise.local_id(i32 1)
  %number = uitofp i64 %y to float
  %old = atomicrmw fadd ptr %a, float %number monotonic
  ret void
}

; CHECK-LABEL: define void @rows(
; CHECK: call i64 @lanewise.local_id(i32 1)
define void @rows(ptr %a) "lanewise-kernel"="rows" "lanewise-arguments"="v0" "lanewise-prepared"
    "lanewise-tier"="kind" "lanewise-usual-lanes"="8" "lanewise-local-size"="8,64,1" {
  %y = call i64 @lanewise.local_id(i32 1)
  store i64 %y, ptr %a
  ret void
}
; CHECK-DAG: #[[Y]] = { {{.*}}"lanewise-column-dimension"="1"{{.*}}"lanewise-local-size"="64,1,3"
; CHECK-DAG: #[[Z]] = { {{.*}}"lanewise-column-dimension"="2"{{.*}}"lanewise-local-size"="64,1,2"
; CHECK-DAG: #[[REQUIRED]] = { {{.*}}"lanewise-column-dimension"="1"
; CHECK-DAG: ![[SIZE]] = !{i32 32, i32 1, i32 1}
!0 = !{i32 1, i32 32, i32 1}
