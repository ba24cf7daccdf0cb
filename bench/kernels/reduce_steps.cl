// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of floats in sub-groups, many times: the function, and the same by shuffles.
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define TIMES 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void by_function(global const float *restrict in, global float *restrict out) {
  float own = in[get_global_id(0)];
  for (int i = 0; i < TIMES; ++i) own = sub_group_reduce_add(own) * 0.0625f;
  out[get_global_id(0)] = own;
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void by_shuffles(global const float *restrict in, global float *restrict out) {
  float own = in[get_global_id(0)];
  for (int i = 0; i < TIMES; ++i) {
    own += sub_group_shuffle_xor(own, 8);
    own += sub_group_shuffle_xor(own, 4);
    own += sub_group_shuffle_xor(own, 2);
    own += sub_group_shuffle_xor(own, 1);
    own *= 0.0625f;
  }
  out[get_global_id(0)] = own;
}
