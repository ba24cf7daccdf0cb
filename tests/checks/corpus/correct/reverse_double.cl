// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group is reversed by way of local memory. Elements are double.
// run: reverse_double 64 16 buffer:512 buffer:512 local:128
// report: none
kernel void reverse_double(global double* out, global const double* a, local double* tile) {
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[15 - l];
}
