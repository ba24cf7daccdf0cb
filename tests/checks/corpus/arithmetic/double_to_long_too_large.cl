// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A double is larger than any long.
// run: double_to_long_too_large 16 16 buffer:128 double:1e19
// report: arithmetic 6
kernel void double_to_long_too_large(global long* out, double x) {
  out[get_global_id(0)] = (long)x;
}
