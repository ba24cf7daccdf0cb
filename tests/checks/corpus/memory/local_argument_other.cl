// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance of two local arguments is added to the first one.
// run: local_argument_other 16 16 buffer:64 local:64 local:64
// report: memory 10
kernel void local_argument_other(global int* out, local int* a, local int* b) {
  const int l = get_local_id(0);
  a[l] = 1;
  b[l] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = a[l + ((long)b - (long)a) / 4];
}
