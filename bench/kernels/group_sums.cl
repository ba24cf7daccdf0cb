// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sum per work-group: by functions of sub-groups, by a function of work-groups, and by a tree in local memory.
kernel void by_sub_groups(global const int *restrict in, global int *restrict out, local int *scratch) {
  const int sum = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) scratch[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int total = 0;
    for (uint i = 0; i < get_num_sub_groups(); ++i) total += scratch[i];
    out[get_group_id(0)] = total;
  }
}

kernel void by_work_group(global const int *restrict in, global int *restrict out, local int *scratch) {
  const int sum = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}

kernel void by_local_memory(global const int *restrict in, global int *restrict out, local int *scratch) {
  const int lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lid < step) scratch[lid] += scratch[lid + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}
