; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A number that falls from id to id, which does not wrap if neither is negative.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @falling(
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[FIRST:first]] = sub i32 %from, %[[ID]]
; CHECK: %[[SIGNS:.*]] = or i32 %from, %[[ID]]
; CHECK: %[[NEGATIVE:.*]] = icmp slt i32 %[[SIGNS]], 0
; CHECK: %[[BEHIND:.*]] = icmp sle i32 %[[FIRST]], -1
; CHECK: %[[POSITIVE:.*]] = xor i1 %[[NEGATIVE]], true
; CHECK: %[[IDLE:behind]] = select i1 %[[POSITIVE]], i1 %[[BEHIND]], i1 false
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %[[IDLE]], label %row.end, label %vector.next
define void @falling(ptr %p, i32 %from) "lanewise-kernel"="j" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %first = sub i32 %from, %x32
  %any = icmp sgt i32 %first, -1
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
