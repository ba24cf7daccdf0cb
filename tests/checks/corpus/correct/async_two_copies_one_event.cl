// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two copies have the same event.
// run: async_two_copies_one_event 16 16 buffer:64 written:64 written:64
// report: none
kernel void async_two_copies_one_event(global int* out, global const int* a, global const int* b) {
  local int first[16], second[16];
  event_t done = async_work_group_copy(first, a, 16, 0);
  done = async_work_group_copy(second, b, 16, done);
  wait_group_events(1, &done);
  out[get_local_id(0)] = first[get_local_id(0)] + second[15 - get_local_id(0)];
}
