; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Each of the rows that run together has its own copy of a private array. A work-item has one all the same.
; RUN: %cc --passes=barrier-regions,work-item-loops,bound-private-memory %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK-COUNT-4: alloca [256 x i8]
; CHECK-NOT: alloca [256 x i8]
; CHECK: "lanewise-private-bytes"="64"
define void @k(ptr %out, i64 %i) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %array = alloca [256 x i8]
  %y = call i64 @lanewise.global_id(i32 1)
  %p = getelementptr i8, ptr %array, i64 %i
  store i64 %y, ptr %p
  %v = load i64, ptr %array
  %q = getelementptr i64, ptr %out, i64 %y
  store i64 %v, ptr %q
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-rows", i32 4}
