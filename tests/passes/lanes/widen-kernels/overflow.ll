; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Intrinsics with a value and a flag have two vectors as results.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
; CHECK-LABEL: define void @k(
; CHECK: %[[PAIR:.*]] = call { <4 x i32>, <4 x i1> } @llvm.uadd.with.overflow.v4i32(<4 x i32> %
; CHECK: %[[SUM:.*]] = extractvalue { <4 x i32>, <4 x i1> } %[[PAIR]], 0
; CHECK: %[[CARRY:.*]] = extractvalue { <4 x i32>, <4 x i1> } %[[PAIR]], 1
; CHECK: select <4 x i1> %[[CARRY]], <4 x i32> <i32 -1, {{.*}}>, <4 x i32> %[[SUM]]
define void @k(ptr %p, i32 %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %pair = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %x, i32 %n)
  %sum = extractvalue { i32, i1 } %pair, 0
  %carry = extractvalue { i32, i1 } %pair, 1
  %y = select i1 %carry, i32 -1, i32 %sum
  store i32 %y, ptr %at
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
