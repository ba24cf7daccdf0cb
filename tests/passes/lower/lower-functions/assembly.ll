; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function that stands for inline assembly (admit/assembly_functions.h) gets what it stands for as
; attributes, with what passes may assume. Another name with the prefix is that of a function.
; RUN: %cc --passes=lower-functions %s | FileCheck %s

define spir_kernel void @k(ptr addrspace(1) %p) {
; CHECK: call i32 @[[ADD:lanewise.assembly[.0-9]*]](i32 3)
  %r = call spir_func i32 @lanewise_assembly__ri32.i32_3d722c72_6e6f70(i32 3)
  store i32 %r, ptr addrspace(1) %p
; CHECK: call void @[[STORE:lanewise.assembly[.0-9]*]](ptr addrspace(1)
  call spir_func void @lanewise_assembly_srw_m4_3d2a6d_6e6f70(ptr addrspace(1) %p)
; CHECK: call void @lanewise_assembly_q_v(
  call spir_func void @lanewise_assembly_q_v()
  ret void
}
; CHECK-DAG: declare i32 @[[ADD]](i32) [[ADDS:#[0-9]+]]
; CHECK-DAG: declare void @[[STORE]](ptr addrspace(1) "lanewise-assembly-operand-bytes"="4") [[STORES:#[0-9]+]]
; CHECK-DAG: attributes [[ADDS]] = { nounwind willreturn memory(none) "lanewise-assembly-constraints"="=r,r" "lanewise-assembly-text"="nop" }
; CHECK-DAG: attributes [[STORES]] = { nounwind "lanewise-assembly-constraints"="=*m" "lanewise-assembly-side-effects" "lanewise-assembly-text"="nop" }
declare spir_func i32 @lanewise_assembly__ri32.i32_3d722c72_6e6f70(i32)
declare spir_func void @lanewise_assembly_srw_m4_3d2a6d_6e6f70(ptr addrspace(1))
declare spir_func void @lanewise_assembly_q_v()
