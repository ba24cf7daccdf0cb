// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups add their sums to one counter with an atomic.
// run: reduction_then_atomic 64 16 buffer:4 written:256
// report: none
kernel void reduction_then_atomic(global int* out, global const int* in) {
  local int sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(out, sum);
}
