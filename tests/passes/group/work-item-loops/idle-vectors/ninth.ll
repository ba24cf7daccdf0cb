; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; `id + lane == 9` for one of the live lanes.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.live_lanes() memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @ninth(
; CHECK: %behind = icmp ugt i64 %{{.*}}, 9
; CHECK: br i1 %behind, label %row.end
define void @ninth(ptr %p) "lanewise-kernel"="h" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %lane = sub i64 9, %x
  %live = call i64 @lanewise.live_lanes()
  %any = icmp ult i64 %lane, %live
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
