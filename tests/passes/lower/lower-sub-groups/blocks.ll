; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A block of one work-item is a vector; its pointer has the alignment of an element only.
; RUN: %cc --passes=lower-sub-groups %s | FileCheck %s
; CHECK-LABEL: define void @blocks
; CHECK-NEXT: %[[#A:]] = load <4 x i32>, ptr addrspace(1) %g, align 4
; CHECK-NEXT: store <4 x i32> %[[#A]], ptr addrspace(1) %h, align 4
; CHECK-NEXT: %[[#B:]] = load i8, ptr addrspace(3) %l, align 1
; CHECK-NEXT: store i8 %[[#B]], ptr addrspace(3) %l, align 1
; CHECK-NEXT: ret void
define void @blocks(ptr addrspace(1) %g, ptr addrspace(1) %h, ptr addrspace(3) %l) {
  %a = call <4 x i32> @_Z36__spirv_SubgroupBlockReadINTEL_Rint4PU3AS1Kj(ptr addrspace(1) %g)
  call void @_Z31__spirv_SubgroupBlockWriteINTELPU3AS1jDv4_j(ptr addrspace(1) %h, <4 x i32> %a)
  %b = call i8 @_Z36__spirv_SubgroupBlockReadINTEL_RcharPU3AS3Kh(ptr addrspace(3) %l)
  call void @_Z31__spirv_SubgroupBlockWriteINTELPU3AS3hh(ptr addrspace(3) %l, i8 %b)
  ret void
}
declare <4 x i32> @_Z36__spirv_SubgroupBlockReadINTEL_Rint4PU3AS1Kj(ptr addrspace(1))
declare void @_Z31__spirv_SubgroupBlockWriteINTELPU3AS1jDv4_j(ptr addrspace(1), <4 x i32>)
declare i8 @_Z36__spirv_SubgroupBlockReadINTEL_RcharPU3AS3Kh(ptr addrspace(3))
declare void @_Z31__spirv_SubgroupBlockWriteINTELPU3AS3hh(ptr addrspace(3), i8)
