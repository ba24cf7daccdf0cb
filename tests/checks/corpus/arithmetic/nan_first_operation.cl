// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value that is not a number appears in one line and is used in two others.
// run: nan_first_operation 16 16 buffer:64 float:0
// report: arithmetic 7
kernel void nan_first_operation(global float* out, float zero) {
  float x = get_global_id(0) + 1;
  const float ratio = (x - x) / zero;
  x = ratio + 2;
  out[get_global_id(0)] = x * 3;
}
