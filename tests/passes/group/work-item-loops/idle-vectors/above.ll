; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Vectors behind the bound have something to do.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @above(
; CHECK: {{^}}vector:
; CHECK-NOT: idle
; CHECK: ret void
define void @above(ptr %p, i32 %n) "lanewise-kernel"="c" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %any = icmp sge i32 %x32, %n
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
