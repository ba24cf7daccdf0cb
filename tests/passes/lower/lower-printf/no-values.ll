; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A format without values needs no block. The attribute is on the functions that print, and on no
; others.
; RUN: %cc --passes=lower-printf %s | FileCheck %s
; CHECK-LABEL: define i32 @prints(
; CHECK-SAME: #[[PRINTS:[0-9]+]]
; CHECK-NOT: alloca
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr {{.*}}, ptr null, i64 0)
; CHECK: ret i32
define i32 @prints() {
  %r = call i32 @_Z18__spirv_ocl_printfPU3AS2c(ptr addrspace(2) @format)
  ret i32 %r
}
; CHECK-LABEL: define void @silent() {
define void @silent() {
  ret void
}
; CHECK: attributes #[[PRINTS]] = { {{.*}}"lanewise-uses-host-calls"
; CHECK: attributes #{{[0-9]+}} = { nounwind "lanewise-host-call"="printf" }
@format = addrspace(2) constant [3 x i8] c"a\0A\00"
declare i32 @_Z18__spirv_ocl_printfPU3AS2c(ptr addrspace(2))
