// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A quotient of zeros is converted.
// run: float_to_int_of_nan 16 16 buffer:64 float:nan
// report: arithmetic 6
kernel void float_to_int_of_nan(global int* out, float x) {
  out[get_global_id(0)] = (int)x;
}
