// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shuffle moves the unwritten component to the place that is stored.
// run: vector_shuffled 16 16 buffer:64
// report: uninitialized 11
kernel void vector_shuffled(global int* out) {
  int4 v;
  v.s0 = 1;
  v.s1 = 2;
  v.s3 = 4;
  const int4 w = v.wzyx;
  out[get_global_id(0)] = w.y;
}
