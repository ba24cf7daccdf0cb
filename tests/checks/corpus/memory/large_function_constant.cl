// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one reads behind a constant of the program.
// run: large_function_constant 64 16 buffer:256
// functions: large
// report: memory 9
constant uint table[4] = {1, 2, 3, 4};
uint work(uint x) {
  LARGE(x)
  return x + table[x & 7];
}
kernel void large_function_constant(global uint* out) {
  uint x = get_global_id(0);
  MANY(x += work(x))
  out[get_global_id(0)] = x;
}
