; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The address of a returned structure is a parameter like others, in functions and in their calls: AArch64 has a register
; for those that are marked (sret). Calls of declarations keep the mark, which passes behind read.
; RUN: %cc --passes=lower-functions %s | FileCheck %s
%pair = type { i32, i32, i32 }

; CHECK: define internal void @guest.make(ptr %result, i32 %x)
define spir_func void @make(ptr sret(%pair) %result, i32 %x) {
  store i32 %x, ptr %result
  ret void
}

; CHECK-LABEL: define void @kernel
; CHECK: call void @guest.make(ptr %place, i32 1)
; CHECK: call void %function(ptr %place, i32 2)
; CHECK: call void @declared(ptr sret(%pair) %place, i32 3)
define spir_kernel void @kernel(ptr %function) {
  %place = alloca %pair
  call spir_func void @make(ptr sret(%pair) %place, i32 1)
  call void %function(ptr sret(%pair) %place, i32 2)
  call spir_func void @declared(ptr sret(%pair) %place, i32 3)
  ret void
}
declare spir_func void @declared(ptr sret(%pair), i32)
