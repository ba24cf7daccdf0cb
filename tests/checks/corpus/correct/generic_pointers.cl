// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function takes generic pointers to all address spaces.
// run: generic_pointers 32 16 buffer:128 written:128
// options: -cl-std=CL2.0
// report: none
int get(const int* p, int i) { return p[i]; }
kernel void generic_pointers(global int* out, global const int* in) {
  local int tile[16];
  int values[2] = {3, 4};
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = get((const int*)in, i) + get(tile, 15 - l) + get(values, l & 1);
}
