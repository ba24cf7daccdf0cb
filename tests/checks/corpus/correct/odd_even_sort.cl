// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours are exchanged in alternation with barriers.
// run: odd_even_sort 16 16 buffer:128 written:128
// report: none
kernel void odd_even_sort(global int* out, global const int* a) {
  local int keys[32];
  const int l = get_local_id(0);
  keys[2 * l] = a[31 - 2 * l];
  keys[2 * l + 1] = a[30 - 2 * l];
  for (int step = 0; step < 32; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int k = 2 * l + (step & 1);
    if (k + 1 < 32) {
      const int x = keys[k], y = keys[k + 1];
      keys[k] = min(x, y);
      keys[k + 1] = max(x, y);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * l] = keys[2 * l];
  out[2 * l + 1] = keys[2 * l + 1];
}
