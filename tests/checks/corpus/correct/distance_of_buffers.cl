// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between two buffers is computed, and leads back to the right object.
// run: distance_of_buffers 16 16 buffer:64 buffer:64
// report: none
kernel void distance_of_buffers(global int* a, global int* b) {
  const int i = get_global_id(0);
  global int* p = i & 1 ? a : b;
  p[i] = 1;
}
