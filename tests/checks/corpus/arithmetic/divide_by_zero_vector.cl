// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One component of a divisor is zero.
// run: divide_by_zero_vector 16 16 buffer:256 written:256
// report: arithmetic 7
kernel void divide_by_zero_vector(global int4* out, global const int4* in) {
  const int i = get_global_id(0);
  out[i] = (int4)(50) / in[i];
}
