// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items that find something set one flag in local memory to the same value.
// run: equal_writes_local 64 16 buffer:256 written:256
// report: benign-races 10
kernel void equal_writes_local(global int* out, global const int* in) {
  local int isLarge;
  const int i = get_global_id(0);
  if (get_local_id(0) == 0) isLarge = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[i] > 30) isLarge = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = isLarge;
}
