// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to buffers are in a private array.
// run: pointer_array 16 16 buffer:64 buffer:32 buffer:64
// report: none
kernel void pointer_array(global int* out, global const int* small, global const int* large) {
  const int i = get_global_id(0);
  global const int* table[2];
  table[0] = small;
  table[1] = large;
  out[i] = table[i >= 8][i];
}
