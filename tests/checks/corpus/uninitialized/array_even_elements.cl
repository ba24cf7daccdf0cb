// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only even elements of a private array are written, and work-item 5 reads an odd one.
// run: array_even_elements 16 16 buffer:64
// report: uninitialized 9
kernel void array_even_elements(global int* out) {
  int values[16];
  const int i = get_global_id(0);
  for (int k = 0; k < 16; k += 2) values[k] = k;
  out[i] = values[i == 5 ? 5 : i & ~1];
}
