// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive prefix sums of each work-group: by functions of sub-groups, by a function of work-groups, and in local
// memory (Hillis and Steele).
kernel void by_sub_groups(global const int *restrict in, global int *restrict out, local int *scratch) {
  int sum = sub_group_scan_inclusive_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == get_sub_group_size() - 1) scratch[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 0) {
    int before = 0;
    for (uint i = get_sub_group_local_id(); i < get_num_sub_groups(); i += get_max_sub_group_size()) {
      const int own = scratch[i];
      scratch[i] = before + sub_group_scan_exclusive_add(own);
      before += sub_group_reduce_add(own);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum + scratch[get_sub_group_id()];
}

kernel void by_work_group(global const int *restrict in, global int *restrict out, local int *scratch) {
  out[get_global_id(0)] = work_group_scan_inclusive_add(in[get_global_id(0)]);
}

kernel void by_local_memory(global const int *restrict in, global int *restrict out, local int *scratch) {
  const int lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < get_local_size(0); distance *= 2) {
    const int sum = scratch[lid] + (lid >= distance ? scratch[lid - distance] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = scratch[lid];
}
