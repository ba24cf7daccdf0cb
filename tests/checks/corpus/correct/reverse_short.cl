// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group is reversed by way of local memory. Elements are short.
// run: reverse_short 64 16 buffer:128 buffer:128 local:32
// report: none
kernel void reverse_short(global short* out, global const short* a, local short* tile) {
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[15 - l];
}
