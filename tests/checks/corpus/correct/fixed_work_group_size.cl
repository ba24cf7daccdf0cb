// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of work-groups is part of the kernel.
// run: fixed_work_group_size 64 16 buffer:256
// report: none
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void fixed_work_group_size(global int* out) {
  local int tile[16];
  tile[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - get_local_id(0)];
}
