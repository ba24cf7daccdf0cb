; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of a test of full vectors, `not full or a and b`, one part is enough. Whether the vector is full does not matter: if
; it is not, its mask is tested.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn
declare i64 @lanewise.live_lanes() memory(none) speculatable nounwind willreturn
declare i1 @lanewise.may_be_full() memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @first(
; CHECK: %behind = icmp ugt i64 %{{.*}}, 0
; CHECK: %idle = freeze i1 %behind
; CHECK: br i1 %idle, label %row.end
define void @first(ptr %p, i1 %other) "lanewise-kernel"="b" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %live = call i64 @lanewise.live_lanes()
  %whole = icmp eq i64 %live, 4
  %may = call i1 @lanewise.may_be_full()
  %full = and i1 %whole, %may
  %rest = icmp ugt i64 %x, 0
  %some = xor i1 %rest, true
  %both = select i1 %other, i1 %some, i1 false
  %part = xor i1 %full, true
  %any = select i1 %part, i1 true, i1 %both
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
