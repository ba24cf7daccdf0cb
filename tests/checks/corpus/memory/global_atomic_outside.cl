// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic addition counts in a bin that the histogram does not have.
// run: global_atomic_outside 64 16 buffer:32 int:9
// report: memory 6
kernel void global_atomic_outside(global int* bins, int count) {
  atomic_inc(bins + get_global_id(0) % count);
}
