// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner condition of two differs among work-items.
// run: nested_conditions 32 16 buffer:128 int:3
// report: barriers 11
kernel void nested_conditions(global int* out, int n) {
  const int l = get_local_id(0);
  out[get_global_id(0)] = l;
  if (n > 2) {
    if (get_group_id(0) == 1)
      if (l != 9)
        barrier(CLK_LOCAL_MEM_FENCE);
  }
}
