// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan goes up and down a tree.
// run: scan_of_blelloch 16 16 buffer:128 written:128
// report: none
kernel void scan_of_blelloch(global int* out, global const int* in) {
  local int tree[32];
  const int l = get_local_id(0);
  tree[2 * l] = in[2 * l];
  tree[2 * l + 1] = in[2 * l + 1];
  int offset = 1;
  for (int d = 16; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) tree[offset * (2 * l + 2) - 1] += tree[offset * (2 * l + 1) - 1];
    offset *= 2;
  }
  if (l == 0) tree[31] = 0;
  for (int d = 1; d < 32; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      const int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
      const int value = tree[a];
      tree[a] = tree[b];
      tree[b] += value;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * l] = tree[2 * l];
  out[2 * l + 1] = tree[2 * l + 1];
}
