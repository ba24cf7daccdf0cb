// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One component of shift counts is too large.
// run: shift_vector_too_far 16 16 buffer:256 int:33
// report: arithmetic 7
kernel void shift_vector_too_far(global uint4* out, int n) {
  const uint4 counts = (uint4)(1, 2, 3, n);
  out[get_global_id(0)] = (uint4)(1) << counts;
}
