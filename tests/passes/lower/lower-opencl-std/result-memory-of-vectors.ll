; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Every call with a second result on a vector shorter than its variant had stack memory of its own: 2,000
; of them took 32,000 bytes of a work-item's private memory.
; RUN: %cc --passes=lower-opencl-std %s | FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-COUNT-1: alloca <4 x i32>
; CHECK-NOT: alloca
; CHECK: call <4 x float> @lw_sincos_f32x4_p(<4 x float> %{{.*}}, ptr %[[MEMORY:.*]])
; CHECK: load <4 x i32>, ptr %[[MEMORY]]
; CHECK: call <4 x float> @lw_sincos_f32x4_p(<4 x float> %{{.*}}, ptr %[[MEMORY]])
; CHECK: load <4 x i32>, ptr %[[MEMORY]]
define void @k(<3 x float> %x, ptr %p, ptr %q) {
  %a = call <3 x float> @_Z18__spirv_ocl_sincosDv3_fPDv3_f(<3 x float> %x, ptr %p)
  %b = call <3 x float> @_Z18__spirv_ocl_sincosDv3_fPDv3_f(<3 x float> %a, ptr %q)
  ret void
}
declare <3 x float> @_Z18__spirv_ocl_sincosDv3_fPDv3_f(<3 x float>, ptr)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-register-bits", i32 256}
