// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose of each 16 x 16 tile of an n x n matrix: rows are registers of a sub-group of 16, which exchange
// halves in four steps.
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void register_transpose(global const float *restrict in, global float *restrict out, int n) {
  const uint lane = get_sub_group_local_id();
  const int column = get_global_id(0) / 16 * 16, row = get_global_id(1) * 16;
  float own[16];
#pragma unroll
  for (int i = 0; i < 16; ++i) own[i] = in[(row + i) * n + column + lane];
#pragma unroll
  for (int step = 1; step < 16; step *= 2)
#pragma unroll
    for (int i = 0; i < 16; ++i)
      if (!(i & step)) {
        const bool high = lane & step;
        const float given = sub_group_shuffle_xor(high ? own[i] : own[i + step], step);
        own[i] = high ? given : own[i];
        own[i + step] = high ? own[i + step] : given;
      }
#pragma unroll
  for (int i = 0; i < 16; ++i) out[(column + i) * n + row + lane] = own[i];
}
