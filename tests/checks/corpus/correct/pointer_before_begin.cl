// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer leaves the object and comes back before it is read.
// run: pointer_before_begin 16 16 buffer:64 written:64 int:100
// report: none
kernel void pointer_before_begin(global int* out, global const int* in, int n) {
  const int i = get_global_id(0);
  global const int* p = in + i - n;
  out[i] = p[n];
}
