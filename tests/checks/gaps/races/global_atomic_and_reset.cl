// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last group of a launch resets a counter with a plain store.
// run: global_atomic_and_reset 64 16 buffer:4
// report: races 6|8
kernel void global_atomic_and_reset(global int* count) {
  const int old = atomic_inc(count);
  if (old == 63)
    *count = 0;
}
