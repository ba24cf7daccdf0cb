// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items write different values to one variable.
// run: local_all_write_one 32 16 buffer:128
// report: races 7
kernel void local_all_write_one(global int* out) {
  local int last;
  last = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = last;
}
