; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The loop over vectors ends at the first one that has no lane below a bound, if vectors without active lanes do
; nothing. A region that only computes values of the group runs once.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @below(
; CHECK: {{^}}vector:
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[ANY:.*]] = icmp slt i32 %[[ID]], %n
; CHECK-NEXT: %[[IDLE:behind]] = xor i1 %[[ANY]], true
; CHECK-NEXT: br i1
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %[[IDLE]], label %row.end, label %vector.next
; CHECK: {{^}}vector.next:
; CHECK: br i1 %{{.*}}, label %rest, label %vector
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
