; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; fma of half computed in float would be rounded twice: it is an instruction only for targets that
; compute half.
; RUN: %cc --passes=lower-opencl-std %s | FileCheck %s
; RUN: sed 's/^;FLAG //' %s | %cc --passes=lower-opencl-std - | FileCheck %s --check-prefix=NATIVE
; CHECK-LABEL: define void @k
; CHECK: call half @lw_fma_f16_f16_f16(
; NATIVE-LABEL: define void @k
; NATIVE: call half @llvm.fma.f16(half %a, half %b, half %a)
define void @k(half %a, half %b) {
  %c = call half @_Z15__spirv_ocl_fmaDhDhDh(half %a, half %b, half %a)
  ret void
}
declare half @_Z15__spirv_ocl_fmaDhDhDh(half, half, half)
;FLAG !llvm.module.flags = !{!0}
;FLAG !0 = !{i32 2, !"lanewise-native-half", i32 1}
