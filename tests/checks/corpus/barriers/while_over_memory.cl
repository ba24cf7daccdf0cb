// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with a barrier ends when the work-item's own value does.
// run: while_over_memory 16 16 buffer:64 written:64
// report: barriers 11
kernel void while_over_memory(global int* out, global const int* in) {
  const int l = get_local_id(0);
  int rest = in[l], count = 0;
  while (rest > 0) {
    rest -= 4;
    ++count;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = count;
}
