// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one gets a pointer that an index has led into another buffer.
// run: large_function_other_buffer 16 16 buffer:64 buffer:64
// functions: large
// report: memory 8
uint work(global int* p, long index, uint x) {
  LARGE(x)
  p[index + get_global_id(0)] = x;
  return x;
}
kernel void large_function_other_buffer(global int* a, global int* b) {
  uint x = get_global_id(0);
  MANY(x += work(a, b - a, x))
}
