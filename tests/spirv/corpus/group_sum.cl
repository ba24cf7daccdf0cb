// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__attribute__((reqd_work_group_size(8, 2, 1))) __attribute__((vec_type_hint(float4)))
kernel void group_sum(global const float* restrict in, local float* scratch, global float* out) {
  const int i = get_local_id(0);
  scratch[i] = in[get_global_id(0)];
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step) scratch[i] += scratch[i + step];
  }
  if (i == 0) out[get_group_id(0)] = scratch[0];
}
