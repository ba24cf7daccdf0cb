// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of two asynchronous copies the kernel waits for the other one.
// run: async_copy_wrong_event 16 16 buffer:64 readonly:64 readonly:64
// report: barriers 13
// may: races 13
kernel void async_copy_wrong_event(global int* out, global const int* a, global const int* b) {
  local int first[16], second[16];
  event_t done[2];
  done[0] = async_work_group_copy(first, a, 16, 0);
  done[1] = async_work_group_copy(second, b, 16, 0);
  wait_group_events(1, &done[0]);
  const int value = first[get_local_id(0)] +
                    second[get_local_id(0)];
  wait_group_events(1, &done[1]);
  out[get_global_id(0)] = value;
}
