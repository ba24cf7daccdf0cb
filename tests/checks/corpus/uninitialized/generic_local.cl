// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function reads unwritten local memory by a generic pointer and branches.
// run: generic_local 16 16 buffer:64
// options: -cl-std=CL2.0
// report: uninitialized 7|17
int sign_of(const int* p) {
  if (*p < 0)
    return -1;
  return 1;
}
kernel void generic_local(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  if (l < 4) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int value = sign_of(tile + l);
  out[get_global_id(0)] = value;
}
