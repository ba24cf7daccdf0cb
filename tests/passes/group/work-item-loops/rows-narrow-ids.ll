; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The low 16 bits of an id wrap between two rows, so each row extends its own.
; RUN: %cc --passes=barrier-regions,work-item-loops %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none) speculatable nounwind willreturn

; CHECK-LABEL: define void @narrow(
; CHECK: {{^}}item:
; CHECK: %low = trunc i32 %{{.*}} to i16
; CHECK: %[[LOW1:.*]] = add i16 %low, 1
; CHECK: %wide = zext i16 %low to i32
; CHECK: zext i16 %[[LOW1]] to i32
; CHECK: {{^}}alone:
define void @narrow(ptr %in, ptr %out) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" "lanewise-lanes"="4" {
  %x = call i64 @lanewise.global_id(i32 0)
  %y = call i64 @lanewise.global_id(i32 1)
  %word = trunc i64 %y to i32
  %low = trunc i32 %word to i16
  %wide = zext i16 %low to i32
  %row = getelementptr [100 x float], ptr %in, i32 %wide
  %p = getelementptr float, ptr %row, i64 %x
  %v = load <4 x float>, ptr %p, align 4
  %rowOut = getelementptr [100 x float], ptr %out, i64 %y
  %q = getelementptr float, ptr %rowOut, i64 %x
  store <4 x float> %v, ptr %q, align 4
  ret void
}

!llvm.module.flags = !{!1}
!1 = !{i32 2, !"lanewise-rows", i32 2}
