// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A permutation in local memory is used as an index, and half of it was not written.
// run: local_as_index 16 16 buffer:64 readonly:64
// report: uninitialized 10
kernel void local_as_index(global int* out, global const int* in) {
  local int order[16];
  const int l = get_local_id(0);
  if (l & 1) order[l] = 15 - l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = in[order[l] & 15];
}
