// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function returns the address of its own array.
// run: dangling_result_of_function 16 16 buffer:64 int:3
// report: memory 12
int* begin_of(int n) {
  int values[4] = {n, n + 1, n + 2, n + 3};
  int* first = values;
  return first;
}
kernel void dangling_result_of_function(global int* out, int n) {
  int* p = begin_of(n);
  out[get_global_id(0)] = p[n & 1];
}
