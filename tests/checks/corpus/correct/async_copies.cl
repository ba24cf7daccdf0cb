// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies of two tiles in turns, of a size that only the launch knows, with a stride, and back.
// run: async_copies 256 32 buffer:1024 written:1024 local:128
// report: none
kernel void async_copies(global int* out, global const int* in, local int* tile) {
  local int other[32];
  const size_t n = get_local_size(0), first = get_group_id(0) * n, l = get_local_id(0);
  event_t done = async_work_group_copy(tile, in + first, n, 0);
  for (int turn = 0; turn < 4; ++turn) {
    wait_group_events(1, &done);
    local int* next = turn & 1 ? tile : other;
    local int* current = turn & 1 ? other : tile;
    if (turn < 3)
      done = turn == 1 ? async_work_group_strided_copy(next, in, n, 2, 0)
                       : async_work_group_copy(next, in + first, n, 0);
    current[l] += turn;
    barrier(CLK_LOCAL_MEM_FENCE);
    done = async_work_group_copy(out + first, current, n, done);
  }
  wait_group_events(1, &done);
}
