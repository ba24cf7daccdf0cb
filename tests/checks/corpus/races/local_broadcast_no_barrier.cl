// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item writes a value that all use at once.
// run: local_broadcast_no_barrier 32 16 buffer:128 readonly:8
// report: races 10|11
kernel void local_broadcast_no_barrier(global int* out, global const int* in) {
  local int shared_value;
  if (get_local_id(0) == 15) shared_value = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    shared_value = in[get_group_id(0)];
  out[get_global_id(0)] = shared_value;
}
