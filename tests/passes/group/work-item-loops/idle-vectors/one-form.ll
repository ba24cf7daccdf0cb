; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where vectors have one work-item each, ids may wrap.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.live_lanes() memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @oneForm(
; CHECK: %behind = icmp ugt i64 %{{.*}}, 0
; CHECK: {{^}}vector.end:
; CHECK-NEXT: %[[WHOLE:.*]] = icmp eq i64 %{{.*}}, 4
; CHECK-NEXT: %[[END:.*]] = select i1 %[[WHOLE]], i1 %behind, i1 false
; CHECK-NEXT: br i1 %[[END]], label %row.end, label %vector.next
define void @oneForm(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" "lanewise-lanes"="4" "lanewise-one-form" {
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
