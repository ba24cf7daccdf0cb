// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function writes by a generic pointer to local memory, and the neighbour reads.
// run: generic_local 32 16 buffer:128
// options: -cl-std=CL2.0
// report: races 7|15
void put(int* p, int value) {
  *p = value;
}
kernel void generic_local(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  put(tile + l, l);
  out[get_global_id(0)] = tile[15 - l];
}
