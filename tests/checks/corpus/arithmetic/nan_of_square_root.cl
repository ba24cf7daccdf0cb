// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A square root of a negative number is taken.
// run: nan_of_square_root 16 16 buffer:64
// report: arithmetic 7
kernel void nan_of_square_root(global float* out) {
  const int i = get_global_id(0);
  out[i] = sqrt((float)(i - 5));
}
