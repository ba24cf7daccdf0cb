// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one returns what nobody has written, and its caller stores it.
// run: large_function_result 64 16 buffer:256 empty:256
// functions: large
// report: uninitialized 13
uint work(global const uint* a, uint x) {
  LARGE(x)
  return x + a[get_global_id(0)];
}
kernel void large_function_result(global uint* out, global const uint* in) {
  uint x = get_global_id(0), sum = 0;
  MANY(sum += work(in, ++x))
  out[get_global_id(0)] = sum;
}
