// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value that nothing has written decides whether a loop with stores runs.
// run: branch_around_loop 16 16 buffer:256 written:64
// report: uninitialized 9
kernel void branch_around_loop(global int* out, global const int* in) {
  const int i = get_global_id(0);
  int count;
  if (in[i] > 20) count = 1;
  if (count > 0) {
    for (int k = 0; k < 4; ++k) out[4 * i + k] = k;
  }
}
