// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time steps swap two pointers to local arguments.
// run: ping_pong_pointers 32 16 buffer:128 local:64 local:64 int:5
// report: none
kernel void ping_pong_pointers(global int* out, local int* a, local int* b, int n) {
  const int l = get_local_id(0);
  a[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; ++k) {
    b[l] = a[(l + 15) & 15] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    local int* swap = a;
    a = b;
    b = swap;
  }
  out[get_global_id(0)] = a[l];
}
