; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A thread of an application may have 64 KiB of stack. The vectors of @first and @second do not both fit
; there, those of @small do.
; RUN: %cc --passes=copy-functions %s | FileCheck %s
; CHECK: define internal <100 x i32> @first.lanes(
; CHECK: define internal i32 @small.lanes(
; CHECK-NOT: .lanes(
define internal <100 x i32> @first(<100 x i32> %a) "lanewise-out-of-line" {
  %x = mul <100 x i32> %a, %a
  %y = mul <100 x i32> %x, %a
  %z = mul <100 x i32> %y, %a
  %r = call <100 x i32> @second(<100 x i32> %z)
  %s = add <100 x i32> %r, %x
  %t = add <100 x i32> %s, %y
  %u = add <100 x i32> %t, %z
  ret <100 x i32> %u
}
define internal <100 x i32> @second(<100 x i32> %a) "lanewise-out-of-line" {
  %x = mul <100 x i32> %a, %a
  %y = mul <100 x i32> %x, %a
  %z = mul <100 x i32> %y, %a
  %s = add <100 x i32> %z, %x
  %t = add <100 x i32> %s, %y
  ret <100 x i32> %t
}
define internal i32 @small(i32 %a) "lanewise-out-of-line" {
  %x = mul i32 %a, %a
  ret i32 %x
}
define void @k(ptr %p) "lanewise-kernel"="k" "lanewise-arguments"="v0" {
  %x = load <100 x i32>, ptr %p
  %y = call <100 x i32> @first(<100 x i32> %x)
  store <100 x i32> %y, ptr %p
  %i = extractelement <100 x i32> %y, i32 0
  %n = call i32 @small(i32 %i)
  store i32 %n, ptr %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
