// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item computes a value for its group.
// run: broadcast_by_local 64 16 buffer:256 written:16
// report: none
kernel void broadcast_by_local(global int* out, global const int* in) {
  local int value;
  if (get_local_id(0) == 0) value = in[get_group_id(0)] * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = value + get_local_id(0);
}
