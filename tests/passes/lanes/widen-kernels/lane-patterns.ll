; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Distances between lanes that are known and not equal: accesses of whole vectors, and shuffles.
; RUN: %cc --level=x86-64-v4 --passes=widen-kernels %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; The first of each pair of rows of two: lanes 0 1 4 5.
; CHECK-LABEL: define void @exchange(
; CHECK-NOT: {{gather|scatter}}
define void @exchange(ptr %a) "lanewise-kernel"="exchange" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %i = trunc i64 %id to i32
  %rest = and i32 %i, 1
  %twice = shl i32 %i, 1
  %at = sub i32 %twice, %rest
  %wide = sext i32 %at to i64
  %first = getelementptr i32, ptr %a, i64 %wide
  %x = load i32, ptr %first
  %second = getelementptr i8, ptr %first, i64 8
  %y = load i32, ptr %second
  store i32 %y, ptr %first
  store i32 %x, ptr %second
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
