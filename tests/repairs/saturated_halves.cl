// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A NaN becomes 0. Compared with the bounds as a half, it became the lower one: code for processors with half registers
// is right if it compares no half with a bound.
// RUN: %cc --level=x86-64-v4 -cl-std=CL3.0 --to=lower -o %t.ll %s
// RUN: %llc -mcpu=sapphirerapids %t.ll -o - | FileCheck %s
// CHECK-LABEL: {{^}}convert:
// CHECK-NOT: vucomish {{.*}}(%rip)
// CHECK: ret
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void convert(global short *out, global const half *in) { *out = convert_short_sat(*in); }
