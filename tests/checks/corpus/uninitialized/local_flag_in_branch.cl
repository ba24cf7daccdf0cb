// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag in local memory decides a branch before anyone has written it.
// run: local_flag_in_branch 16 16 buffer:64 readonly:64
// report: uninitialized 11|13
kernel void local_flag_in_branch(global int* out, global const int* in) {
  local int isFound;
  const int l = get_local_id(0);
  if (in[l] > 0) isFound = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = 0;
  if (isFound)
    value = 1;
  out[get_global_id(0)] = value;
}
