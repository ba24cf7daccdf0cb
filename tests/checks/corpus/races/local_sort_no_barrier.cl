// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of an odd-even sort follows the one before without a barrier.
// run: local_sort_no_barrier 16 16 buffer:128
// report: races 16|17|18|19
// may: benign-races 18
// may: benign-races 19
kernel void local_sort_no_barrier(global int* out) {
  local int keys[32];
  const int l = get_local_id(0);
  keys[l] = 31 - l;
  keys[l + 16] = 15 - l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < 32; ++step) {
    const int k = 2 * l + (step & 1);
    if (k < 31) {
      const int low = min(keys[k], keys[k + 1]);
      const int high = max(keys[k], keys[k + 1]);
      keys[k] = low;
      keys[k + 1] = high;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = keys[l];
}
