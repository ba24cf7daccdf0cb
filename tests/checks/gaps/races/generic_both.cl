// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer is to local memory in some work-items and to a buffer in others.
// run: generic_both 32 16 buffer:128 buffer:4
// options: -cl-std=CL2.0
// report: races 12
kernel void generic_both(global int* out, global int* sum) {
  local int part;
  const int l = get_local_id(0);
  if (l == 0) part = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int* p = l & 1 ? (int*)sum : (int*)&part;
  *p += l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part;
}
