// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums with saturation do not overflow.
// run: signed_saturated 64 16 buffer:256 int:2147483640
// report: none
kernel void signed_saturated(global int* out, int n) {
  out[get_global_id(0)] = add_sat(n, (int)get_global_id(0));
}
