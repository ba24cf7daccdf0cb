// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a group of one work-item an asynchronous copy has an order with what is before it.
// run: group_of_one 16 1 buffer:64 written:64
// report: none
kernel void group_of_one(global int* out, global const int* in) {
  local int tile[1];
  tile[0] = 1;
  event_t done = async_work_group_copy(tile, in + get_global_id(0), 1, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[0];
}
