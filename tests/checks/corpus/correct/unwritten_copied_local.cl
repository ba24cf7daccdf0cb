// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of local memory that nobody has written are copied in local memory, and not used.
// run: unwritten_copied_local 16 16 buffer:64
// report: none
kernel void unwritten_copied_local(global int* out) {
  local int a[32], b[32];
  const int l = get_local_id(0);
  a[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[l] = a[l];
  b[l + 16] = a[l + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = b[15 - l];
}
