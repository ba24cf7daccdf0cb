// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index leaves a local argument.
// run: local_argument_behind_end 32 16 buffer:128 local:64
// report: memory 9
kernel void local_argument_behind_end(global int* out, local int* tile) {
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 15) tile[l + 1] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}
