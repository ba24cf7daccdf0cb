; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each vector has a bound of its own.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @loaded(
; CHECK: {{^}}vector:
; CHECK-NOT: idle
; CHECK: ret void
define void @loaded(ptr %p) "lanewise-kernel"="d" "lanewise-arguments"="v0" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.local_id(i32 0)
  %from = getelementptr i32, ptr %p, i64 %x
  %n = load i32, ptr %from
  %x32 = trunc i64 %x to i32
  %any = icmp slt i32 %x32, %n
  br i1 %any, label %work, label %end

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
