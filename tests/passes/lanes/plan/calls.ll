; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Which parameters a function would have if all lanes called it together.
; RUN: %cc --passes='print<plan>' -o /dev/null %s 2>&1 | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal void @f(ptr %to, float %x, float %y) "lanewise-out-of-line" {
  ret void
}
define internal float @g(float %x) memory(none) "lanewise-out-of-line" {
  ret float %x
}
; CHECK-LABEL: plan of 'k', 8 lanes
define void @k(ptr %p, float %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr float, ptr %p, i64 %id
  ; CHECK-NEXT: load %x: run
  %x = load float, ptr %to
  ; CHECK-NEXT: call f: lane by lane, or together with parameters strided by 4, varying, uniform
  call void @f(ptr %to, float %x, float %n)
  ; CHECK-NEXT: call g: once
  %same = call float @g(float %n)
  ret void
}
