// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer is to a buffer or to local memory.
// run: generic_chosen 32 16 buffer:128 written:128
// options: -cl-std=CL2.0
// report: none
kernel void generic_chosen(global int* out, global const int* in) {
  local int tile[16];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int* p = l & 1 ? (const int*)in + i : (const int*)tile + l;
  out[i] = *p;
}
