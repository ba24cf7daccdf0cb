; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is idle first may be active later.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @falling_later(
; CHECK: {{^}}vector:
; CHECK-NOT: idle
; CHECK: ret void
define void @falling_later(ptr %p, i32 %from) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %x32 = trunc i64 %x to i32
  %first = sub i32 %from, %x32
  %any = icmp slt i32 %first, 9
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
