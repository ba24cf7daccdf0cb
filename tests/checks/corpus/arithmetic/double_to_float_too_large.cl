// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A double is larger than any float.
// run: double_to_float_too_large 16 16 buffer:64 double:1e300
// report: none
// may: arithmetic 7
kernel void double_to_float_too_large(global float* out, double x) {
  out[get_global_id(0)] = (float)x;
}
