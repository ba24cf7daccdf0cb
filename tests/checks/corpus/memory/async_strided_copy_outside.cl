// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stride of an asynchronous copy leads outside for the last elements.
// run: async_strided_copy_outside 16 16 buffer:64 readonly:160
// report: memory 8
// may: uninitialized 10
kernel void async_strided_copy_outside(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_strided_copy(tile, in, 16, 3, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
