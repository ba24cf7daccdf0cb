; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The values of other rows are sums of the first row's. So the first row's is not poison where only it would be: the
; flag stays in the code for one row.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @above(
; CHECK: {{^}}item:
; CHECK: %above = sub i64 %[[Y:.*]], 1
; CHECK: %[[NEXT:.*]] = add i64 %above, 1
; CHECK: icmp ne i64
; CHECK: select i1 %{{.*}}, i64 %[[NEXT]], i64 7
; CHECK: {{^}}alone:
; CHECK: sub nuw i64 %{{.*}}, 1
define void @above(ptr %in, ptr %out) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %above = sub nuw i64 %y, 1
  %inside = icmp ne i64 %y, 0
  %from = select i1 %inside, i64 %above, i64 7
  %row = getelementptr [100 x float], ptr %in, i64 %from
  %p = getelementptr float, ptr %row, i64 %x
  %v = load <4 x float>, ptr %p, align 4
  %rowOut = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %rowOut, i64 %x
  store <4 x float> %v, ptr %q, align 4
  ret void
}

; Rows may reach the second condition not at all, where it may be poison: a shift by too many bits.
; CHECK-LABEL: define void @unreached(
; CHECK: {{^}}together:
; CHECK: %[[BIT:.*]] = icmp ne i64 %{{.*}}, 0
; CHECK: %[[BIT1:.*]] = icmp ne i64 %{{.*}}, 0
; CHECK: %[[FROZEN:.*]] = freeze i1 %[[BIT]]
; CHECK: %[[FROZEN1:.*]] = freeze i1 %[[BIT1]]
; CHECK: icmp eq i1 %[[FROZEN1]], %[[FROZEN]]
; CHECK: br i1 %{{.*}}, label %item, label %alone
define void @unreached(ptr %in, ptr %out, i64 %bits) "lanewise-kernel"="l" "lanewise-arguments"="v0,v8,v16" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %near = icmp ult i64 %y, 64
  br i1 %near, label %test, label %end

test:
  %bit = shl i64 1, %y
  %masked = and i64 %bit, %bits
  %set = icmp ne i64 %masked, 0
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

!llvm.module.flags = !{!1}
!1 = !{i32 2, !"lanewise-rows", i32 2}
