// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that pass a test are moved to the front with a scan.
// run: prefix_compaction 16 16 buffer:64 written:64 buffer:4
// report: none
kernel void prefix_compaction(global int* out, global const int* in, global int* count) {
  local int sums[16];
  const int l = get_local_id(0), passes = in[l] % 3 == 0;
  sums[l] = passes;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 16; step *= 2) {
    const int other = l >= step ? sums[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[l] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (passes) out[sums[l] - 1] = in[l];
  if (l == 15) *count = sums[15];
}
