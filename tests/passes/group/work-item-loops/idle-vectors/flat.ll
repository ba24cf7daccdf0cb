; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; One loop for vectors that are full and those that are not.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.live_lanes() memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @flat(
; CHECK: %behind = icmp ugt i64 %{{.*}}, 0
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %behind, label %row.end, label %vector.next
define void @flat(ptr %p) "lanewise-kernel"="j" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-flat-lanes" "lanewise-one-form" {
  %x = call i64 @lanewise.local_id(i32 0)
  %lane = sub i64 0, %x
  %live = call i64 @lanewise.live_lanes()
  %any = icmp ult i64 %lane, %live
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
