// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel adds to a buffer that nobody has cleared.
// run: buffer_accumulated 16 16 empty:64
// report: uninitialized 7
kernel void buffer_accumulated(global int* sums) {
  const int i = get_global_id(0);
  sums[i] += i;
}
