// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of ints is too large.
// run: signed_product_overflow 16 16 buffer:64 int:1000000
// report: arithmetic 7
kernel void signed_product_overflow(global int* out, int n) {
  const int i = get_global_id(0);
  out[i] = n * (i * 1000);
}
