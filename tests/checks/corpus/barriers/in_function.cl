// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with a barrier is called by some work-items.
// run: in_function 16 16 buffer:64
// report: barriers 6|11
void wait_here(void) {
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void in_function(global int* out) {
  const int l = get_local_id(0);
  if (l > 5)
    wait_here();
  out[l] = l;
}
