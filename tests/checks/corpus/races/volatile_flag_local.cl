// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A volatile flag in local memory is written and read without atomics.
// run: volatile_flag_local 32 16 buffer:128
// report: races 10|11
kernel void volatile_flag_local(global int* out) {
  volatile local int isReady;
  const int l = get_local_id(0);
  if (l == 0) isReady = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 3) isReady = 1;
  out[get_global_id(0)] = isReady;
}
