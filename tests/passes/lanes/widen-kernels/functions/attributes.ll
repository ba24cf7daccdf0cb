; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A parameter that is the same for all lanes keeps its attributes, but the result is a vector. A function
; of lanes returns, whatever its active lanes do.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

define internal float @f(float noundef returned %same, ptr %to) noreturn "lanewise-out-of-line" {
  store float %same, ptr %to
  ret float %same
}
define void @k(ptr %p, float %n) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr float, ptr %p, i64 %id
  %y = call float @f(float %n, ptr %to)
  %z = fadd float %y, 1.0
  store float %z, ptr %to
  ret void
}
; CHECK: define internal <4 x float> @f.lanes4(float noundef %same, ptr %to, <4 x i1> %mask) #[[COPY:[0-9]+]]
; CHECK: attributes #[[COPY]] = { "lanewise-lanes"="4" "lanewise-out-of-line" }

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
