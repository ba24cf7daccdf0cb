// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host gives local memory for 8 work-items to groups of 16.
// run: local_argument_too_short 32 16 buffer:128 local:32
// report: memory 7
kernel void local_argument_too_short(global int* out, local int* tile) {
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l & 7];
}
