// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sorting network in local memory.
// run: bitonic_sort_local 16 16 buffer:128 written:128
// report: none
kernel void bitonic_sort_local(global int* out, global const int* a) {
  local int keys[32];
  const int l = get_local_id(0);
  keys[l] = a[31 - l];
  keys[l + 16] = a[15 - l];
  for (int size = 2; size <= 32; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int low = 2 * l - (l & (stride - 1)), high = low + stride;
      const int up = (l & (size / 2)) == 0;
      const int x = keys[low], y = keys[high];
      if ((x > y) == up) {
        keys[low] = y;
        keys[high] = x;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = keys[l];
  out[l + 16] = keys[l + 16];
}
