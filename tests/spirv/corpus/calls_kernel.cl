// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void control(global int* data, int n) { data[n] += n; }

kernel void calls_kernel(global int* data, int n) {
  control(data, n + 1);
  data[get_global_linear_id()] += get_global_offset(1) + get_work_dim() + get_num_groups(2);
}
