// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one writes a variable of the program.
// run: large_function_program_variable 64 16 buffer:256
// options: -cl-std=CL2.0
// functions: large
// report: races 10
global uint count;
uint work(uint x) {
  LARGE(x)
  count = x;
  return x;
}
kernel void large_function_program_variable(global uint* out) {
  uint x = get_global_id(0);
  MANY(x += work(x))
  out[get_global_id(0)] = x;
}
