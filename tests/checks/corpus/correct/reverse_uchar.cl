// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group is reversed by way of local memory. Elements are uchar.
// run: reverse_uchar 64 16 buffer:64 buffer:64 local:16
// report: none
kernel void reverse_uchar(global uchar* out, global const uchar* a, local uchar* tile) {
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[15 - l];
}
