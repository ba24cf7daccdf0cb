// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier between the write and the read of a local argument is missing.
// run: local_argument_no_barrier 32 16 buffer:128 local:64
// report: races 9|10
kernel void local_argument_no_barrier(global int* out, local int* tile) {
  const int l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l;
  out[get_global_id(0)] = tile[(l + 1) % 16];
}
