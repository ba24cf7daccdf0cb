; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One loop for vectors that are full and those that are not.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @flat(
; CHECK: %behind = icmp ugt i64 %{{.*}}, 0
; CHECK: %idle = freeze i1 %behind
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %idle, label %row.end, label %vector.next
define void @flat(ptr %p) "lanewise-kernel"="j" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-flat-lanes" "lanewise-one-form" {
  %x = call i64 @lanewise.local_id(i32 0)
  %lane = sub i64 0, %x
  %any = icmp ult i64 %lane, 4
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
