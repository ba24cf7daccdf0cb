// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one divides by zero.
// run: large_function_division 64 16 buffer:256
// functions: large
// report: arithmetic 8
uint work(int n, uint x) {
  LARGE(x)
  return x + 1000 / n;
}
kernel void large_function_division(global uint* out) {
  uint x = get_global_id(0);
  MANY(x += work(get_local_id(0), x))
  out[get_global_id(0)] = x;
}
