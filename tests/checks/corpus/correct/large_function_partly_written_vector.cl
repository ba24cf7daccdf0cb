// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one returns a vector of which the caller uses what was written.
// run: large_function_partly_written_vector 64 16 buffer:256
// functions: large
// report: none
uint4 work(uint4 v, uint x) {
  LARGE(x)
  v.y = x;
  return v;
}
kernel void large_function_partly_written_vector(global uint* out) {
  uint x = get_global_id(0);
  uint4 v;
  v.x = x;
  MANY(v = work(v, x++))
  out[get_global_id(0)] = v.x + v.y;
}
