; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The remainder and the quotient of a local id by a power of two that is no less than the lanes are a
; column and a row: adjacent and the same for all lanes of a vector.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.local_id(i32) memory(none)

; CHECK-LABEL: define void @tile(
; CHECK: %row = lshr i64 %id, 2
; CHECK: %first = load float, ptr %left
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(ptr %top, i32 4, <4 x i1> %live,
; CHECK-NOT: {{gather|extractelement}}
define void @tile(ptr %a, i64 %width) "lanewise-kernel"="tile" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.local_id(i32 0)
  %masked = and i64 %id, 3
  %column = trunc i64 %masked to i32
  %row = lshr i64 %id, 2
  %begin = mul i64 %row, %width
  %left = getelementptr float, ptr %a, i64 %begin
  %first = load float, ptr %left
  %wide = sext i32 %column to i64
  %top = getelementptr float, ptr %left, i64 %wide
  %x = load float, ptr %top
  %y = fmul float %first, %x
  store float %y, ptr %top
  ret void
}

; Rows of fewer work-items than lanes.
; CHECK-LABEL: define void @narrow(
; CHECK: lshr <4 x i64>
define void @narrow(ptr %a) "lanewise-kernel"="narrow" "lanewise-arguments"="v0" {
  %id = call i64 @lanewise.local_id(i32 0)
  %row = lshr i64 %id, 1
  %to = getelementptr float, ptr %a, i64 %row
  store float 0.0, ptr %to
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
