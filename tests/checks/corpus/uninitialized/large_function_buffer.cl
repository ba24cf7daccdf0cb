// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one branches on an element of a buffer that nobody has written.
// run: large_function_buffer 64 16 buffer:256 empty:256
// functions: large
// report: uninitialized 8
void work(global const uint* a, uint x, global uint* out) {
  LARGE(x)
  if (a[get_global_id(0)] > 7) out[get_global_id(0)] = x;
}
kernel void large_function_buffer(global uint* out, global const uint* in) {
  uint x = get_global_id(0);
  MANY(work(in, ++x, out))
}
