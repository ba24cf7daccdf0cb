; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where the ids are behind the bound, the other condition may still lead to the work, in this vector or a later one.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @unknown(
; CHECK: {{^}}vector:
; CHECK-NOT: br i1 %idle
; CHECK: ret void
define void @unknown(ptr %p, i32 %n, i1 %other) "lanewise-kernel"="l" "lanewise-arguments"="v0,v8,v12" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %behind = icmp sge i32 %x32, %n
  %none = select i1 %other, i1 %behind, i1 false
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
