// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one stores its argument, which nobody has written.
// run: large_function_argument 64 16 buffer:256 empty:256
// functions: large
// report: uninitialized 8
void work(uint value, uint x, global uint* out) {
  LARGE(x)
  out[get_global_id(0)] = x + value;
}
kernel void large_function_argument(global uint* out, global const uint* in) {
  uint x = get_global_id(0);
  MANY(work(in[get_global_id(0)], ++x, out))
}
