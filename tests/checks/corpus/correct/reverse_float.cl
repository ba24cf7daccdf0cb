// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group is reversed by way of local memory. Elements are float.
// run: reverse_float 64 16 buffer:256 buffer:256 local:64
// report: none
kernel void reverse_float(global float* out, global const float* a, local float* tile) {
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[15 - l];
}
