// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each work-group keeps its odd values, in their order, and their number: a ballot in each sub-group.
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
kernel void compaction(global const uint *restrict in, global uint *restrict out, global uint *restrict counts,
                       local uint *scratch) {
  const uint value = in[get_global_id(0)];
  const uint4 kept = sub_group_ballot(value & 1);
  if (get_sub_group_local_id() == 0) scratch[get_sub_group_id()] = sub_group_ballot_bit_count(kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0;
  for (uint i = 0; i < get_sub_group_id(); ++i) before += scratch[i];
  const uint place = before + sub_group_ballot_exclusive_scan(kept);
  if (value & 1) out[get_group_id(0) * get_local_size(0) + place] = value;
  if (get_local_id(0) == get_local_size(0) - 1) counts[get_group_id(0)] = place + (value & 1);
}
