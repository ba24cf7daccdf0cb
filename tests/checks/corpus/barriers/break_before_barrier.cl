// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Some work-items leave a loop before its barrier.
// run: break_before_barrier 16 16 buffer:64 written:64
// report: barriers 10
kernel void break_before_barrier(global int* out, global const int* in) {
  const int l = get_local_id(0);
  int k = 0;
  for (; k < 4; ++k) {
    if (in[l] == k) break;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = k;
}
