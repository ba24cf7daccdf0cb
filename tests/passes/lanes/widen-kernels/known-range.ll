; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sum of the first id of a group and a local id that was written as `or`: the size of the groups shows
; that no bit is in both.
; RUN: %cc --level=x86-64-v4 --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @row(
; CHECK-NOT: gather
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(
; CHECK-NOT: gather
; CHECK: ret void
define void @row(ptr %a, i64 %group) "lanewise-kernel"="row" "lanewise-arguments"="v0,v8" "lanewise-local-size"="64,4,1" {
  %id = call i64 @lanewise.local_id(i32 0)
  %first = shl i64 %group, 6
  %sum = or i64 %first, %id
  %at = getelementptr float, ptr %a, i64 %sum
  %x = load float, ptr %at
  store float %x, ptr %at
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
