; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A number that falls from id to id without a promise not to wrap, which SPIR-V may lack: the test for lanes of a
; vector is one for a range down to the numbers that wrap. It stays true for the vectors behind, if neither number is
; negative. A diagonal of a table ran all of its vectors.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; No lane has work from -2147483645 to -1.
; CHECK-LABEL: define void @falling(
; CHECK: %[[ID:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %some = icmp
; CHECK: %[[SIGNS:.*]] = or i32 %from, %[[ID]]
; CHECK: %[[NEGATIVE:.*]] = icmp slt i32 %[[SIGNS]], 0
; CHECK: %[[IDLE:behind]] = select i1 %{{.*}}, i1 %{{.*}}, i1 false
; CHECK: {{^}}vector.end:
; CHECK-NEXT: br i1 %[[IDLE]], label %row.end, label %vector.next
define void @falling(ptr %p, i32 %from) "lanewise-kernel"="j" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %first = sub i32 %from, %x32
  %moved = add i32 %first, 2147483645
  %some = icmp ugt i32 %moved, 2147483644
  br i1 %some, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}

; From -1000 to -1: the vectors behind may have work.
; CHECK-LABEL: define void @part(
; CHECK-NOT: behind
; CHECK: ret void
define void @part(ptr %p, i32 %from) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %first = sub i32 %from, %x32
  %moved = add i32 %first, 1000
  %some = icmp ugt i32 %moved, 999
  br i1 %some, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
