; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line gets a copy in which a call stands for each parameter that is used. The
; function itself stays as it is.
; RUN: %cc --passes=copy-functions %s | FileCheck %s

; CHECK-LABEL: define internal float @sum(float %a, float %b)
; CHECK-NEXT: fadd float %a, %a
define internal float @sum(float %a, float %b) "lanewise-out-of-line" {
  %sum = fadd float %a, %a
  ret float %sum
}
; The number of lanes would decide in which order floats are added.
; CHECK-LABEL: define internal void @add(
define internal void @add(ptr %p, float %a) "lanewise-out-of-line" {
  %old = atomicrmw fadd ptr %p, float %a monotonic
  ret void
}
; No vector calls it.
; CHECK-LABEL: define internal float @unused(
define internal float @unused(float %a) "lanewise-out-of-line" {
  ret float %a
}
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %x = load float, ptr %p
  %y = call float @sum(float %x, float %x)
  call void @add(ptr %p, float %y)
  ret void
}
; CHECK: define internal float @sum.lanes(float %a, float %b) #[[COPY:[0-9]+]]
; CHECK-NEXT: %[[A:.*]] = call float @lanewise.lane_parameter.0(float %a, i64 0, i32 0)
; CHECK-NEXT: fadd float %[[A]], %[[A]]
; CHECK-NOT: define
; CHECK: attributes #[[COPY]] = {{.*}}"lanewise-for-lanes"="sum"
