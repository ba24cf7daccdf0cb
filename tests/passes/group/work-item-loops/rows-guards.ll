; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A branch that depends on the row is tested for each row first. If rows differ, they run one by one. Where profile
; metadata says which way is usual, only this one is left in the code of rows that run together.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @guarded(
; CHECK: {{^}}together:
; CHECK: %[[Y:.*]] = add nuw nsw i64 %{{.*}}, %{{.*}}
; CHECK: %[[T:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[T1:.*]] = add i32 %[[T]], 1
; CHECK: %[[C:.*]] = icmp slt i32 %[[T]], %h
; CHECK: %[[C1:.*]] = icmp slt i32 %[[T1]], %h
; CHECK: %[[F:.*]] = freeze i1 %[[C]]
; CHECK: %[[F1:.*]] = freeze i1 %[[C1]]
; CHECK: icmp eq i1 %[[F]], %[[F]]
; CHECK: icmp eq i1 %[[F1]], %[[F]]
; CHECK: br i1 %{{.*}}, label %item, label %alone
; CHECK: {{^}}inside:
; CHECK: load <4 x float>
; CHECK-COUNT-2: store <4 x float>
; CHECK: {{^}}alone:
define void @guarded(ptr %in, ptr %out, i32 %h) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8,v16" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %y32 = trunc i64 %y to i32
  %below = icmp slt i32 %y32, %h
  br i1 %below, label %inside, label %end

inside:
  %p = getelementptr float, ptr %in, i64 %x
  %v = load <4 x float>, ptr %p, align 4
  %row = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %row, i64 %x
  store <4 x float> %v, ptr %q, align 4
  br label %end

end:
  ret void
}

; CHECK-LABEL: define void @usual(
; CHECK: {{^}}together:
; CHECK: icmp eq i1 %{{.*}}, true
; CHECK: icmp eq i1 %{{.*}}, true
; CHECK: br i1 %{{.*}}, label %item, label %alone
; CHECK: {{^}}item:
; CHECK: br i1 true, label %near, label %far
define void @usual(ptr %in, ptr %out, i32 %h) "lanewise-kernel"="l" "lanewise-arguments"="v0,v8,v16" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %y32 = trunc i64 %y to i32
  %fits = icmp slt i32 %y32, %h
  br i1 %fits, label %near, label %far, !prof !0

near:
  %p = getelementptr float, ptr %in, i64 %x
  %v = load <4 x float>, ptr %p, align 4
  %row = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %row, i64 %x
  store <4 x float> %v, ptr %q, align 4
  br label %end

far:
  store i32 0, ptr %out
  br label %end

end:
  ret void
}

; Conditions that are loaded are not known in advance.
; CHECK-LABEL: define void @loaded(
; CHECK-NOT: {{^}}together:
; CHECK: ret void
define void @loaded(ptr %in, ptr %out) "lanewise-kernel"="m" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %f = getelementptr i32, ptr %in, i64 %y
  %flag = load i32, ptr %f
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %inside, label %end

inside:
  %p = getelementptr float, ptr %in, i64 %x
  %v = load <4 x float>, ptr %p, align 4
  %row = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %row, i64 %x
  store <4 x float> %v, ptr %q, align 4
  br label %end

end:
  ret void
}

!0 = !{!"branch_weights", i32 2000, i32 1}
!llvm.module.flags = !{!1}
!1 = !{i32 2, !"lanewise-rows", i32 2}
