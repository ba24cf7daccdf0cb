// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One component of a sum of vectors is too large.
// run: signed_vector_overflow 16 16 buffer:256 int:2147483647
// report: arithmetic 7
kernel void signed_vector_overflow(global int4* out, int n) {
  const int4 v = (int4)(1, 2, 3, n);
  out[get_global_id(0)] = v + (int4)(get_global_id(0));
}
