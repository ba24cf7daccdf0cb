// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one branches on an element that its caller has not written.
// run: large_function_array_of_caller 64 16 buffer:256
// functions: large
// report: uninitialized 8
void work(const uint* a, uint x, global uint* out) {
  LARGE(x)
  if (a[x & 3] > 7) out[get_global_id(0)] = x;
}
kernel void large_function_array_of_caller(global uint* out) {
  uint a[4];
  for (int i = 1; i < 4; ++i) a[i] = i;
  uint x = get_global_id(0);
  MANY(work(a, ++x, out))
}
