// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any() of a work-item's own vector decides whether it waits.
// run: fence_of_vector_condition 16 16 buffer:64 written:256
// report: barriers 9
kernel void fence_of_vector_condition(global int* out, global const int4* in) {
  const int l = get_local_id(0);
  const int4 v = in[l];
  if (any(v > (int4)(40)))
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = v.x;
}
