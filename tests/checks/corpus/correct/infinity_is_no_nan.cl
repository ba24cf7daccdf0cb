// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A quotient by zero is infinite, and comparisons with it are not NaN.
// run: infinity_is_no_nan 64 16 buffer:256 float:0
// report: none
kernel void infinity_is_no_nan(global float* out, float zero) {
  const float large = (get_global_id(0) + 1.0f) / zero;
  out[get_global_id(0)] = fmin(large, 5.0f);
}
