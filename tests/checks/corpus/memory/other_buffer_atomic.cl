// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic addition by way of one buffer counts in another one.
// run: other_buffer_atomic 16 16 buffer:64 buffer:64
// report: memory 7
kernel void other_buffer_atomic(global int* a, global int* b) {
  const long distance = b - a;
  atomic_inc(a + distance);
}
