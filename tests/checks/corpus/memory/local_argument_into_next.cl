// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index behind a local argument is in the next local argument.
// run: local_argument_into_next 16 16 buffer:64 local:64 local:64 int:8
// report: memory 11
kernel void local_argument_into_next(global int* out, local int* a, local int* b, int shift) {
  const int l = get_local_id(0);
  a[l] = 1;
  b[l] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = b[l] +
           a[l + shift];
}
