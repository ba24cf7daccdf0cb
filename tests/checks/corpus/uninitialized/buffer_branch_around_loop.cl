// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A buffer that nobody has written decides whether a loop with stores runs.
// run: buffer_branch_around_loop 16 16 buffer:256 empty:64
// report: uninitialized 7
kernel void buffer_branch_around_loop(global int* out, global const int* in) {
  const int i = get_global_id(0);
  if (in[i] == 7) {
    for (int k = 0; k < 4; ++k) out[4 * i + k] = k;
  }
}
