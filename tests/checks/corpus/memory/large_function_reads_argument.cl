// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one reads behind a buffer.
// run: large_function_reads_argument 64 16 buffer:256 buffer:256
// functions: large
// report: memory 8
uint work(global const int* p, uint x) {
  LARGE(x)
  return x + p[get_global_id(0) + 1];
}
kernel void large_function_reads_argument(global uint* out, global const int* in) {
  uint x = get_global_id(0);
  MANY(x += work(in, x))
  out[get_global_id(0)] = x;
}
