; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions of a kernel that no vector may run get no copy, those of another kernel do.
; RUN: %cc --passes=copy-functions %s | FileCheck %s --implicit-check-not=same.lanes
; RUN: sed s/@lanewise.yield/@llvm.donothing/ %s | %cc --passes=copy-functions - | FileCheck %s --check-prefix=VECTORS
declare void @lanewise.yield()

; VECTORS: define internal float @same.lanes(
define internal float @same(float %a) "lanewise-out-of-line" {
  ret float %a
}
; CHECK: define internal float @other.lanes(
define internal float @other(float %a) "lanewise-out-of-line" {
  ret float %a
}
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %x = load float, ptr %p
  call void @lanewise.yield()
  %y = call float @same(float %x)
  store float %y, ptr %p
  ret void
}
define void @vectors(ptr %p) "lanewise-kernel"="vectors" "lanewise-arguments"="v0" {
  %x = load float, ptr %p
  %y = call float @other(float %x)
  store float %y, ptr %p
  ret void
}
