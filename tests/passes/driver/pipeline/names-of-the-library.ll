; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions of a source with names of the device library belong to the source: no instruction calls them,
; and kernels with such names remain.
; RUN: echo 'float lw_sin_f32(float x) { return x + 5; }' > %t.cl
; RUN: echo 'global float4 lw_exp_f32x4;' >> %t.cl
; RUN: echo 'kernel void lw_k(global float *a) { a[0] = sin(a[0]); a[1] = lw_sin_f32(a[1]); }' >> %t.cl
; RUN: echo 'kernel void lw_cos_f32x4(global float4 *a) { a[0] = cos(a[0]) + exp(a[1]); a[1] = lw_exp_f32x4; }' >> %t.cl
; RUN: %cc -cl-std=CL3.0 --level=x86-64-v3 %t.cl --to=link -o - | FileCheck %s
; RUN: %cc -cl-std=CL3.0 --level=x86-64-v3 %t.cl --metadata -o %t.so | FileCheck --check-prefix=METADATA %s
; CHECK: define void @source.lw_k(
; CHECK: call float @lw_sin_f32(
; CHECK: fadd float {{.*}}, 5.0
; CHECK: define void @source.lw_cos_f32x4(
; CHECK: call <4 x float> @lw_cos_f32x4(<4 x float>
; CHECK: call <4 x float> @lw_exp_f32x4(<4 x float>
; METADATA: kernel 'lw_k' kernel.lw_k
; METADATA: kernel 'lw_cos_f32x4' kernel.lw_cos_f32x4
