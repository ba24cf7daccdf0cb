// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zero is divided by zero.
// run: nan_of_zeros 16 16 buffer:64 float:0
// report: arithmetic 7
kernel void nan_of_zeros(global float* out, float zero) {
  const float i = get_global_id(0);
  out[get_global_id(0)] = i * zero / zero;
}
