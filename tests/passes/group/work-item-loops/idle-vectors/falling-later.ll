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
  %f1 = insertelement <4 x i32> poison, i32 %first, i64 0
  %fs = shufflevector <4 x i32> %f1, <4 x i32> poison, <4 x i32> zeroinitializer
  %numbers = add <4 x i32> %fs, <i32 0, i32 -1, i32 -2, i32 -3>
  %mask = icmp slt <4 x i32> %numbers, <i32 9, i32 9, i32 9, i32 9>
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
