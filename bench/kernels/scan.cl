// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive prefix sums of groups of 256 in local memory (Hillis and Steele), then of the groups' sums in one
// work-group, then the addition of both.
#define GROUP 256

void scanLocal(local int *values) {
  const int i = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < GROUP; distance *= 2) {
    const int sum = values[i] + (i >= distance ? values[i - distance] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    values[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void scan_groups(global const int *restrict in, global int *restrict out,
                        global int *restrict sums) {
  local int values[GROUP];
  const int i = get_local_id(0);
  values[i] = in[get_global_id(0)];
  scanLocal(values);
  out[get_global_id(0)] = values[i];
  if (i == GROUP - 1) sums[get_group_id(0)] = values[i];
}

kernel void scan_sums(global int *sums, int each) {
  local int values[GROUP];
  const int i = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < each; ++k) sum += sums[i * each + k];
  values[i] = sum;
  scanLocal(values);
  sum = values[i] - sum;
  for (int k = 0; k < each; ++k) sums[i * each + k] = sum += sums[i * each + k];
}

kernel void add_sums(global int *restrict out, global const int *restrict sums) {
  const int group = get_group_id(0);
  if (group > 0) out[get_global_id(0)] += sums[group - 1];
}
