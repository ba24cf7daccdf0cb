; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A sampler may be known as an argument or as a constant: linear filtering is then decided, and so is the
; addressing mode. One sampler that is not known leaves both ways.
; RUN: %cc --passes=inline-lookups,globaldce %s | FileCheck %s

; Clamp to the edge, linear, coordinates in texels: 01 01 00 00, levels of detail from 0 to 2^127.
; CHECK-LABEL: define void @argument(ptr %image, ptr %sampler, 
; CHECK-NOT: ptr %sampler
; CHECK: fadd <8 x float> %{{.*}}, <float -5.000000e-01,
; CHECK-NOT: ptr %sampler
; CHECK: }
define void @argument(ptr %image, ptr %sampler, ptr %to, <8 x float> %x)
    "lanewise-kernel"="argument" "lanewise-arguments"="v0,v8,v16,v32" "lanewise-tier"="kind"
    "lanewise-known-bytes"="0:0:05020404000102030001020300020301,0:52:01000000,1:0:0101000000000000FFFFFF7E" {
  call void @lw_ImageSample_rf32x4_p_p_f32x8_f32x8_f32x8_f32x8_p(ptr %image, ptr %sampler, <8 x float> %x, <8 x float> %x, <8 x float> zeroinitializer, <8 x float> zeroinitializer, ptr %to)
  ret void
}

; Nearest.
; CHECK-LABEL: define void @literal(
; CHECK-NOT: <float -5.000000e-01
; CHECK: }
define void @literal(ptr %image, ptr %to, <8 x float> %x)
    "lanewise-kernel"="literal" "lanewise-arguments"="v0,v8,v32" "lanewise-tier"="kind"
    "lanewise-known-bytes"="0:0:05020404000102030001020300020301,0:52:01000000" {
  call void @lw_ImageSample_rf32x4_p_p_f32x8_f32x8_f32x8_f32x8_p(ptr %image, ptr @sampler, <8 x float> %x, <8 x float> %x, <8 x float> zeroinitializer, <8 x float> zeroinitializer, ptr %to)
  ret void
}

@sampler = private unnamed_addr constant { i8, i8, i8, i8, float, float } { i8 1, i8 0, i8 0, i8 0, float 0.0, float 0x47EFFFFFE0000000 }
declare void @lw_ImageSample_rf32x4_p_p_f32x8_f32x8_f32x8_f32x8_p(ptr, ptr, <8 x float>, <8 x float>, <8 x float>, <8 x float>, ptr)
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise-level", !"x86-64-v3"}
