; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function that a function of lanes calls is called by all lanes, too. One that no vector can run
; is called by one lane after another.
; RUN: %cc --passes=%widen %s | FileCheck %s
declare i64 @lanewise.global_id(i32) memory(none)

; CHECK-LABEL: define internal void @add(
define internal void @add(ptr %p, float %x) "lanewise-out-of-line" {
  %old = atomicrmw fadd ptr %p, float %x monotonic
  ret void
}
define internal float @inner(ptr %p, float %x) "lanewise-out-of-line" {
  call void @add(ptr %p, float %x)
  %y = fmul float %x, 3.0
  ret float %y
}
define internal float @outer(ptr %p, float %x) "lanewise-out-of-line" {
  %y = call float @inner(ptr %p, float %x)
  %z = call float @inner(ptr %p, float %y)
  ret float %z
}
; CHECK-LABEL: define void @k(
; CHECK: call <4 x float> @outer.lanes4(
define void @k(ptr %p, ptr %q) "lanewise-kernel"="k" "lanewise-arguments"="v0,v8" {
  %id = call i64 @lanewise.global_id(i32 0)
  %to = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %to
  %y = call float @outer(ptr %q, float %x)
  store float %y, ptr %to
  ret void
}
; CHECK-LABEL: define internal <4 x float> @outer.lanes4(
; CHECK: %[[Y:.*]] = call <4 x float> @inner.lanes4(ptr %p, <4 x float> %x, <4 x i1> %mask)
; CHECK: call <4 x float> @inner.lanes4(ptr %p, <4 x float> %[[Y]], <4 x i1> %mask)
; CHECK-LABEL: define internal <4 x float> @inner.lanes4(
; CHECK: call i4 @llvm.cttz
; CHECK: call void @add(ptr %p, float %{{.*}})
; CHECK-NOT: @inner(
; CHECK-NOT: @outer(

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-lanes", i32 4}
