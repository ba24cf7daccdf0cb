// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan of many groups is three launches.
// run: scan_three_launches 64 16 written:256 buffer:16
// run: scan_three_launches2 4 4 first:0 first:1
// run: scan_three_launches3 64 16 first:0 first:1
// report: none
kernel void scan_three_launches(global int* a, global int* sums) {
  local int tile[16];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int k = 0; k <= l; ++k) sum += tile[k];
  a[i] = sum;
  if (l == 15) sums[get_group_id(0)] = sum;
}
kernel void scan_three_launches2(global int* a, global int* sums) {
  const int l = get_local_id(0);
  int before = 0;
  for (int k = 0; k < l; ++k) before += sums[k];
  barrier(CLK_GLOBAL_MEM_FENCE);
  sums[l] = before;
}
kernel void scan_three_launches3(global int* a, global const int* sums) {
  a[get_global_id(0)] += sums[get_group_id(0)];
}
