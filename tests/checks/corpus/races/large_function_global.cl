// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of several groups write one element in a function that stays one.
// run: large_function_global 64 16 buffer:256
// functions: large
// report: races 9
// may: benign-races 9
void work(global uint* out, uint x) {
  LARGE(x)
  out[x & 1] = x;
}
kernel void large_function_global(global uint* out) {
  uint x = get_global_id(0);
  MANY(work(out, x++))
}
