// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer to a local array goes behind its end.
// run: generic_local_behind_end 16 16 buffer:64
// options: -cl-std=CL2.0
// report: memory 7
int get(const int* p, int index) {
  return p[index];
}
kernel void generic_local_behind_end(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = get(tile, l + 1);
}
