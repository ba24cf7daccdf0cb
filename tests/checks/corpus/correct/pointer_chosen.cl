// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer is to one of two buffers of different sizes.
// run: pointer_chosen 16 16 buffer:64 buffer:32 buffer:64
// report: none
kernel void pointer_chosen(global int* out, global const int* small, global const int* large) {
  const int i = get_global_id(0);
  global const int* p = i < 8 ? small : large;
  out[i] = p[i];
}
