// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The next copy begins while several work-items may still read an element of the last one.
// run: async_copy_over_several_readers 16 16 buffer:64 readonly:256
// report: races 10|12
kernel void async_copy_over_several_readers(global int* out, global const int* in) {
  local int tile[16];
  const size_t l = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    event_t done = async_work_group_copy(tile, in + 16 * k, 16, 0);
    wait_group_events(1, &done);
    sum += tile[l / 2];
  }
  out[l] = sum;
}
