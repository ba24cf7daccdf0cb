// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bitonic sort. Distances below 512 are handled in local memory by work-groups of 256.
#define GROUP 256

/// Orders the values at `at` and `at + distance`, upwards or downwards.
void order(local uint *values, int at, int distance, bool up) {
  const uint first = values[at], second = values[at + distance];
  if ((first > second) == up) {
    values[at] = second;
    values[at + distance] = first;
  }
}

void mergeLocal(local uint *values, int distance, bool up) {
  const int i = get_local_id(0);
  for (; distance > 0; distance /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    order(values, 2 * i - (i & (distance - 1)), distance, up);
  }
}

kernel void sort_groups(global const uint *restrict in, global uint *restrict out) {
  local uint values[2 * GROUP];
  const int i = get_local_id(0), start = get_group_id(0) * 2 * GROUP;
  values[i] = in[start + i];
  values[i + GROUP] = in[start + i + GROUP];
  for (int length = 2; length < 2 * GROUP; length *= 2) mergeLocal(values, length / 2, !(2 * i & length));
  mergeLocal(values, GROUP, !(start & 2 * GROUP));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[start + i] = values[i];
  out[start + i + GROUP] = values[i + GROUP];
}

kernel void merge_far(global uint *values, int length, int distance) {
  const int i = get_global_id(0), at = 2 * i - (i & (distance - 1));
  const bool up = !(at & length);
  const uint first = values[at], second = values[at + distance];
  if ((first > second) == up) {
    values[at] = second;
    values[at + distance] = first;
  }
}

kernel void merge_groups(global uint *data, int length) {
  local uint values[2 * GROUP];
  const int i = get_local_id(0), start = get_group_id(0) * 2 * GROUP;
  values[i] = data[start + i];
  values[i + GROUP] = data[start + i + GROUP];
  mergeLocal(values, GROUP, !(start & length));
  barrier(CLK_LOCAL_MEM_FENCE);
  data[start + i] = values[i];
  data[start + i + GROUP] = values[i + GROUP];
}
