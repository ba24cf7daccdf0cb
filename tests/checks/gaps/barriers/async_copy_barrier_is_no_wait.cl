// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier does not wait for an asynchronous copy.
// run: async_copy_barrier_is_no_wait 16 16 buffer:64 readonly:64
// report: barriers 10
// may: races 10
kernel void async_copy_barrier_is_no_wait(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in, 16, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int value = tile[15 - get_local_id(0)];
  wait_group_events(1, &done);
  out[get_global_id(0)] = value;
}
