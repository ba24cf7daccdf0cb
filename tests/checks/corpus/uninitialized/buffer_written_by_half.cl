// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch writes half of a buffer, and the next one adds all of it.
// run: buffer_written_by_half 8 8 empty:64 buffer:64
// run: buffer_written_by_half2 16 16 first:0 first:1
// report: uninitialized 9
kernel void buffer_written_by_half(global int* half_of, global int* out) { half_of[get_global_id(0)] = 1; }
kernel void buffer_written_by_half2(global const int* in, global int* out) {
  const int i = get_global_id(0);
  out[i] = in[i] + 1;
}
