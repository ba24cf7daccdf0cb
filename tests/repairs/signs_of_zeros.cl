// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x >= 0 ? x : 0 of -0 is -0: no maximum.
// RUN: %cc --level=x86-64-v3 -cl-finite-math-only -cl-std=CL3.0 -S -o - %s | FileCheck %s
// CHECK-NOT: vmax
kernel void choose(global float *out, global const float *in) {
  const size_t i = get_global_id(0);
  out[i] = in[i] >= 0 ? in[i] : 0;
}
