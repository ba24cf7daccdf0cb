// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose code is made when it is needed: some share a function, some a constant.
__constant int kSteps[4] = {3, 1, 4, 1};

__attribute__((noinline)) int walk(int value, int steps) {
  for (int i = 0; i < steps; ++i) value = value % 2 ? 3 * value + 1 : value / 2;
  return value;
}

kernel void walks(global int* out) { out[get_global_id(0)] = walk(get_global_id(0), kSteps[0]); }
kernel void walks_on(global int* out) { out[get_global_id(0)] = walk(out[get_global_id(0)], kSteps[2]); }
kernel void adds(global int* out, local int* sums) {
  sums[get_local_id(0)] = kSteps[get_local_id(0) % 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (size_t i = 0; i < get_local_size(0); ++i) sum += sums[i];
  out[get_global_id(0)] = sum;
}
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void sizes(global int* out) {
  out[get_global_id(0)] = get_local_size(0) * 100 + get_local_id(0);
}
