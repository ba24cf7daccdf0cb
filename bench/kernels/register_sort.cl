// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts each 16 values: bitonic sort in registers, by shuffles in sub-groups of 16.
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void register_sort(global const uint *restrict in, global uint *restrict out) {
  const uint lane = get_sub_group_local_id();
  uint own = in[get_global_id(0)];
#pragma unroll
  for (uint length = 2; length <= 16; length *= 2)
#pragma unroll
    for (uint distance = length / 2; distance > 0; distance /= 2) {
      const uint other = sub_group_shuffle_xor(own, distance);
      const bool up = (lane & length) == 0, first = (lane & distance) == 0;
      own = up == first ? min(own, other) : max(own, other);
    }
  out[get_global_id(0)] = own;
}
