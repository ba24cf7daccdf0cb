// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asynchronous copy is started by one work-item only.
// run: async_copy_in_divergent_code 16 16 buffer:64 readonly:64
// report: barriers 10
// may: uninitialized 12
kernel void async_copy_in_divergent_code(global int* out, global const int* in) {
  local int tile[16];
  event_t done = 0;
  if (get_local_id(0) == 0)
    done = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
