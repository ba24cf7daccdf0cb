// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item has its own row of counts.
// run: histogram_private_rows 16 16 buffer:16 written:256
// report: none
kernel void histogram_private_rows(global int* bins, global const int* in) {
  local int counts[16][4];
  const int l = get_local_id(0);
  for (int k = 0; k < 4; ++k) counts[l][k] = 0;
  for (int k = 0; k < 4; ++k) ++counts[l][in[l * 4 + k] & 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) {
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += counts[k][l];
    bins[l] = sum;
  }
}
