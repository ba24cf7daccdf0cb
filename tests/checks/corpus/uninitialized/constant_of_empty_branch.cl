// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant argument is a buffer that nobody has written, and decides whether a loop with stores runs.
// run: constant_of_empty_branch 16 16 buffer:256 empty:16
// report: uninitialized 7
kernel void constant_of_empty_branch(global int* out, constant int* settings) {
  const int i = get_global_id(0);
  if (settings[1] == 3) {
    for (int k = 0; k < 4; ++k) out[4 * i + k] = k;
  }
}
