; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The loop over vectors ends at the first one that has no lane below a bound, if vectors without active lanes do
; nothing. A region that only computes values of the group runs once. Behind the work of a vector LLVM knows that it has
; lanes below the bound.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
; RUN: %cc --passes='barrier-regions,work-item-loops,function(simplifycfg,gvn<no-pre>,simplifycfg)' %s \
; RUN:   | FileCheck --check-prefix=ONCE %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @below(
; CHECK: {{^}}vector:
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[ANY:.*]] = icmp slt i32 %[[ID]], %n
; CHECK: br i1
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %[[ANY]], label %vector.next, label %row.end
; CHECK: {{^}}vector.next:
; CHECK: br i1 %{{.*}}, label %rest, label %vector
; ONCE-LABEL: define void @below(
; ONCE: {{^}}vector:
; ONCE: br i1 %{{.*}}, label %[[WORK:.*]], label %row.end
; ONCE: {{^}}[[WORK]]:
; ONCE: store volatile
; ONCE: br i1 %{{.*}}, label %rest, label %vector
define void @below(ptr %p, i32 %n) "lanewise-kernel"="a" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %any = icmp slt i32 %x32, %n
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
