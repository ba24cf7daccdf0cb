; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function out of line with a variable that is in the spill area.
define void @k(ptr %p) "lanewise-kernel"="kernel.k" "lanewise-arguments"="v0" {
  %x = load i32, ptr %p
  %y = call i32 @f(i32 %x)
  store i32 %y, ptr %p
  ret void
}
define internal i32 @f(i32 %x) "lanewise-out-of-line" {
  %large = alloca [5000 x i32]
  %place = getelementptr [5000 x i32], ptr %large, i32 0, i32 %x
  store volatile i32 %x, ptr %place
  %y = load volatile i32, ptr %place
  ret i32 %y
}
