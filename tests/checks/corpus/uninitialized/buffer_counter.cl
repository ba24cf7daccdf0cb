// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic counter in a buffer that nobody has cleared gives the place of a result.
// run: buffer_counter 16 16 buffer:64 empty:4
// report: uninitialized 6|7
kernel void buffer_counter(global int* out, global int* counter) {
  const int place = atomic_inc(counter);
  out[place & 15] = 1;
}
