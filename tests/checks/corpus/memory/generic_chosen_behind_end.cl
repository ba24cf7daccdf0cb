// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer is to a buffer in some work-items and to a local array in others.
// run: generic_chosen_behind_end 32 16 buffer:128 readonly:128
// options: -cl-std=CL2.0
// report: memory 12
kernel void generic_chosen_behind_end(global int* out, global const int* in) {
  local int tile[8];
  const int l = get_local_id(0);
  if (l < 8) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int* p = l & 1 ? (const int*)in : (const int*)tile;
  out[get_global_id(0)] = p[l];
}
