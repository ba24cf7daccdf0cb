; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is the same for all lanes is computed once, as a scalar. Ids of y and z are such values.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)
declare i64 @lanewise.group_id(i32) memory(none)
; CHECK-LABEL: define void @k(
; CHECK: call i64 @lanewise.live_lanes()
; CHECK: %y = call i64 @lanewise.global_id(i32 1)
; CHECK: %group = call i64 @lanewise.group_id(i32 0)
; CHECK: %sum = add i64 %y, %group
; CHECK: %product = mul i64 %sum, %n
; CHECK: %address = getelementptr i64, ptr %p, i64 %product
; CHECK: store i64 %product, ptr %address
; CHECK-NOT: {{masked|insertelement <4 x i64>}}
; CHECK: ret void
define void @k(ptr %p, i64 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %y = call i64 @lanewise.global_id(i32 1)
  %group = call i64 @lanewise.group_id(i32 0)
  %sum = add i64 %y, %group
  %product = mul i64 %sum, %n
  %address = getelementptr i64, ptr %p, i64 %product
  store i64 %product, ptr %address
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
