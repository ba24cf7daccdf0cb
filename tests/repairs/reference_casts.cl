// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CLC++2021 -o %t %s
kernel void reinterpret(global int *out, global const float *in) {
  float x = in[0];
  out[0] = reinterpret_cast<int &>(x);
}
