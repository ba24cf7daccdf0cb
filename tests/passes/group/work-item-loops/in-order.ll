; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Work-items access a variable of the group in their order: one after another, even if they all do the
; same, and rows do not run together. Other accesses of it run once. It becomes a register.
; RUN: sed "s/^;FLAG //" %s | %cc --passes=barrier-regions,work-item-loops - -o - | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare void @lanewise.barrier()

; CHECK-LABEL: define void @counted(
; CHECK-NOT: alloca
; CHECK: {{^}}rows:
; CHECK: {{^}}item:
; CHECK: %[[BEFORE:.*]] = phi i32
; CHECK-NOT: {{^}}item
; CHECK: %[[SUM:.*]] = add i32 %[[BEFORE]], %x
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %item
; CHECK: {{^}}items.end:
; CHECK-NOT: phi
; CHECK: {{^}}items.end{{[0-9]+}}:
; CHECK: store i32 %[[SUM]], ptr %p
; CHECK: ret void
define void @counted(ptr %p, i32 %x) "lanewise-kernel"="counted" "lanewise-arguments"="v0,v8" {
  %v = alloca i32, !lanewise.group_variable !0
  %before = load i32, ptr %v, !lanewise.in_order !1
  %sum = add i32 %before, %x
  store i32 %sum, ptr %v, !lanewise.in_order !1
  call void @lanewise.barrier()
  %all = load i32, ptr %v
  call void @lanewise.barrier()
  store i32 %all, ptr %p
  ret void
}

; CHECK-LABEL: define void @summed(
; CHECK-SAME: #[[#ATTRIBUTES:]]
; CHECK-NOT: {{^}}together:
; CHECK: attributes #[[#ATTRIBUTES]] = {{.*}}"lanewise-rows"="1"
define void @summed(ptr %a, ptr %b) "lanewise-kernel"="summed" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %v = alloca <4 x float>, !lanewise.group_variable !2
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %from = getelementptr float, ptr %a, i64 %x
  %value = load <4 x float>, ptr %from
  %before = load <4 x float>, ptr %v, !lanewise.in_order !1
  %sum = fadd <4 x float> %before, %value
  store <4 x float> %sum, ptr %v, !lanewise.in_order !1
  %row = mul i64 %y, 64
  %index = add i64 %row, %x
  %to = getelementptr float, ptr %b, i64 %index
  store <4 x float> %sum, ptr %to
  ret void
}
!0 = !{i32 0}
!1 = !{}
!2 = !{<4 x float> zeroinitializer}
;FLAG !llvm.module.flags = !{!3}
;FLAG !3 = !{i32 2, !"lanewise-rows", i32 4}
