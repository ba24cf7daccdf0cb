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
  %x1 = insertelement <4 x i32> poison, i32 %x32, i64 0
  %xs = shufflevector <4 x i32> %x1, <4 x i32> poison, <4 x i32> zeroinitializer
  %ids = add <4 x i32> %xs, <i32 0, i32 1, i32 2, i32 3>
  %n1 = insertelement <4 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <4 x i32> %n1, <4 x i32> poison, <4 x i32> zeroinitializer
  %mask = icmp sge <4 x i32> %ids, %ns
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  br i1 %none, label %end, label %work

work:
  store volatile i32 1, ptr %p
  br label %end

end:
  ret void
}
