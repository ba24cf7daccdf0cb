; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The code for vectors that are not full does not need what it has for full ones. One form serves both.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.live_lanes()
declare i1 @lanewise.may_be_full() memory(none) speculatable nounwind willreturn
declare void @use(i64, i1)

; CHECK-LABEL: define void @two_forms(
; CHECK: call void @use(i64 4, i1 true)
; CHECK: call void @use(i64 %{{.*}}, i1 false)
; CHECK-NOT: call void @use
; CHECK: ret void
define void @two_forms() "lanewise-kernel"="two_forms" "lanewise-arguments"="" "lanewise-lanes"="4" {
  %live = call i64 @lanewise.live_lanes()
  %full = call i1 @lanewise.may_be_full()
  call void @use(i64 %live, i1 %full)
  ret void
}

; CHECK-LABEL: define void @one_form(
; CHECK: call void @use(i64 %{{.*}}, i1 true)
; CHECK-NOT: call void @use
; CHECK: ret void
define void @one_form() "lanewise-kernel"="one_form" "lanewise-arguments"="" "lanewise-lanes"="4" "lanewise-one-form" {
  %live = call i64 @lanewise.live_lanes()
  %full = call i1 @lanewise.may_be_full()
  call void @use(i64 %live, i1 %full)
  ret void
}

; It is the same for all rows.
; CHECK-LABEL: define void @rows(
; CHECK: {{^}}together:
; CHECK: br i1 true, label %all, label %some
; CHECK: {{^}}alone:
define void @rows(ptr %in, ptr %out) "lanewise-kernel"="rows" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %full = call i1 @lanewise.may_be_full()
  br i1 %full, label %all, label %some

all:
  br label %some

some:
  %p = getelementptr float, ptr %in, i64 %x
  %v = load <4 x float>, ptr %p, align 4
  %row = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %row, i64 %x
  store <4 x float> %v, ptr %q, align 4
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-rows", i32 2}
