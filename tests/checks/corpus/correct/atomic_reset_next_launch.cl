// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plain store resets a counter in a launch of its own.
// run: atomic_reset_next_launch 64 16 buffer:4 buffer:4
// run: atomic_reset_next_launch2 1 1 first:0 first:1
// run: atomic_reset_next_launch 64 16 first:0 first:1
// report: none
kernel void atomic_reset_next_launch(global int* count, global int* saved) {
  atomic_inc(count);
}
kernel void atomic_reset_next_launch2(global int* count, global int* saved) {
  *saved = *count;
  *count = 0;
}
