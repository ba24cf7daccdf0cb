; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The sine and the cosine of one angle took the time of two functions. Each type, either order, and the
; flags that both calls have.
; RUN: %cc --passes=join-sin-cos %s | FileCheck %s
; CHECK-LABEL: define float @float
; CHECK: %[[M:.*]] = alloca float
; CHECK: %[[S:.*]] = call afn float @_Z18__spirv_ocl_sincosfPf(float %x, ptr %[[M]])
; CHECK-NEXT: %[[C:.*]] = load float, ptr %[[M]]
; CHECK-NEXT: fadd float %[[S]], %[[C]]
define float @float(float %x) {
  %s = call nnan afn float @_Z15__spirv_ocl_sinf(float %x)
  %c = call afn float @_Z15__spirv_ocl_cosf(float %x)
  %r = fadd float %s, %c
  ret float %r
}
; CHECK-LABEL: define <3 x double> @vector
; CHECK: %[[M:.*]] = alloca <3 x double>
; CHECK: %[[S:.*]] = call <3 x double> @_Z18__spirv_ocl_sincosDv3_dPS_(<3 x double> %x, ptr %[[M]])
; CHECK-NEXT: %[[C:.*]] = load <3 x double>, ptr %[[M]]
; CHECK-NEXT: fsub <3 x double> %[[C]], %[[S]]
define <3 x double> @vector(<3 x double> %x) {
  %c = call <3 x double> @_Z15__spirv_ocl_cosDv3_d(<3 x double> %x)
  %s = call <3 x double> @_Z15__spirv_ocl_sinDv3_d(<3 x double> %x)
  %r = fsub <3 x double> %c, %s
  ret <3 x double> %r
}
; CHECK-LABEL: define half @elsewhere
; CHECK-NOT: sincos
; CHECK: ret half
define half @elsewhere(half %x, half %y, i1 %is) {
  %s = call half @_Z15__spirv_ocl_sinDh(half %x)
  %d = call half @_Z15__spirv_ocl_cosDh(half %y)
  br i1 %is, label %then, label %end
then:
  %c = call half @_Z15__spirv_ocl_cosDh(half %x)
  br label %end
end:
  %r = phi half [ %s, %then ], [ %d, %0 ]
  ret half %r
}
declare float @_Z15__spirv_ocl_sinf(float)
declare float @_Z15__spirv_ocl_cosf(float)
declare half @_Z15__spirv_ocl_sinDh(half)
declare half @_Z15__spirv_ocl_cosDh(half)
declare <3 x double> @_Z15__spirv_ocl_sinDv3_d(<3 x double>)
declare <3 x double> @_Z15__spirv_ocl_cosDv3_d(<3 x double>)
