; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of `a and b`, one part is enough.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @first(
; CHECK: %[[REST:.*]] = icmp ugt i64 %{{.*}}, 0
; CHECK: %idle = freeze i1 %[[REST]]
; CHECK: br i1 %idle, label %row.end
define void @first(ptr %p, i1 %other) "lanewise-kernel"="b" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %rest = icmp ugt i64 %x, 0
  %some = xor i1 %rest, true
  %any = select i1 %other, i1 %some, i1 false
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
