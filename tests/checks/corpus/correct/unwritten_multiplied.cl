// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product with a value that nobody has written is not used.
// run: unwritten_multiplied 16 16 buffer:64
// report: none
kernel void unwritten_multiplied(global int* out) {
  const int i = get_global_id(0);
  int factor;
  if (i > 8) factor = 2;
  uint product = (uint)i * (uint)factor;
  product = i > 8 ? product : 1;
  out[i] = product;
}
