// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infinities are subtracted.
// run: nan_of_infinities 16 16 buffer:64 float:inf
// report: arithmetic 7
kernel void nan_of_infinities(global float* out, float large) {
  const float a = large + get_global_id(0);
  out[get_global_id(0)] = a - large;
}
