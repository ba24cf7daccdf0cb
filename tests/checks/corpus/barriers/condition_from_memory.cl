// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value that each work-item reads decides whether it waits.
// run: condition_from_memory 32 16 buffer:128 written:128
// report: barriers 8
kernel void condition_from_memory(global int* out, global const int* in) {
  const int i = get_global_id(0);
  if (in[i] > 20)
    barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = i;
}
