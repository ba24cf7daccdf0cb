// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One element of a private array is written, and another is read.
// run: array_element_at_index 16 16 buffer:64 int:1
// report: uninitialized 9
kernel void array_element_at_index(global int* out, int shift) {
  int values[16];
  const int i = get_global_id(0);
  values[i] = i;
  out[i] = values[(i + shift) % 16];
}
