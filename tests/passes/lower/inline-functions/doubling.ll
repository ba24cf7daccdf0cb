; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A chain of functions that call the next one twice is rejected before anything is copied. The last one
; has a barrier, so none of them can stay a function.
; RUN: not %cc --passes=inline-functions %s 2>&1 | FileCheck %s
; CHECK: unsupported: a function of {{[0-9]+}} instructions with its callees inlined, more than 500000, in kernel 'k'
define void @k(ptr %p) #0 {
  call void @f0(ptr %p)
  ret void
}
define internal void @f0(ptr %p) {
  call void @f1(ptr %p)
  call void @f1(ptr %p)
  ret void
}
define internal void @f1(ptr %p) {
  call void @f2(ptr %p)
  call void @f2(ptr %p)
  ret void
}
define internal void @f2(ptr %p) {
  call void @f3(ptr %p)
  call void @f3(ptr %p)
  ret void
}
define internal void @f3(ptr %p) {
  call void @f4(ptr %p)
  call void @f4(ptr %p)
  ret void
}
define internal void @f4(ptr %p) {
  call void @f5(ptr %p)
  call void @f5(ptr %p)
  ret void
}
define internal void @f5(ptr %p) {
  call void @f6(ptr %p)
  call void @f6(ptr %p)
  ret void
}
define internal void @f6(ptr %p) {
  call void @f7(ptr %p)
  call void @f7(ptr %p)
  ret void
}
define internal void @f7(ptr %p) {
  call void @f8(ptr %p)
  call void @f8(ptr %p)
  ret void
}
define internal void @f8(ptr %p) {
  call void @f9(ptr %p)
  call void @f9(ptr %p)
  ret void
}
define internal void @f9(ptr %p) {
  call void @f10(ptr %p)
  call void @f10(ptr %p)
  ret void
}
define internal void @f10(ptr %p) {
  call void @f11(ptr %p)
  call void @f11(ptr %p)
  ret void
}
define internal void @f11(ptr %p) {
  call void @f12(ptr %p)
  call void @f12(ptr %p)
  ret void
}
define internal void @f12(ptr %p) {
  call void @f13(ptr %p)
  call void @f13(ptr %p)
  ret void
}
define internal void @f13(ptr %p) {
  call void @f14(ptr %p)
  call void @f14(ptr %p)
  ret void
}
define internal void @f14(ptr %p) {
  call void @f15(ptr %p)
  call void @f15(ptr %p)
  ret void
}
define internal void @f15(ptr %p) {
  call void @f16(ptr %p)
  call void @f16(ptr %p)
  ret void
}
define internal void @f16(ptr %p) {
  call void @f17(ptr %p)
  call void @f17(ptr %p)
  ret void
}
define internal void @f17(ptr %p) {
  call void @f18(ptr %p)
  call void @f18(ptr %p)
  ret void
}
define internal void @f18(ptr %p) {
  call void @f19(ptr %p)
  call void @f19(ptr %p)
  ret void
}
define internal void @f19(ptr %p) {
  call void @f20(ptr %p)
  call void @f20(ptr %p)
  ret void
}
define internal void @f20(ptr %p) {
  call void @f21(ptr %p)
  call void @f21(ptr %p)
  ret void
}
define internal void @f21(ptr %p) {
  call void @f22(ptr %p)
  call void @f22(ptr %p)
  ret void
}
define internal void @f22(ptr %p) {
  call void @f23(ptr %p)
  call void @f23(ptr %p)
  ret void
}
define internal void @f23(ptr %p) {
  call void @f24(ptr %p)
  call void @f24(ptr %p)
  ret void
}
define internal void @f24(ptr %p) {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
attributes #0 = { "lanewise-kernel"="kernel.k" }
