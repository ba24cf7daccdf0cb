// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only the first work-group fills its local memory. The contents of another group's are not those.
// run: local_second_group 32 16 buffer:128
// report: uninitialized 10
kernel void local_second_group(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  if (get_group_id(0) == 0) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}
