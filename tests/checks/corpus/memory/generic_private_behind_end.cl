// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer to a private array goes behind its end.
// run: generic_private_behind_end 16 16 buffer:64 int:4
// options: -cl-std=CL2.0
// report: memory 7
int get(const int* p, int index) {
  return p[index];
}
kernel void generic_private_behind_end(global int* out, int index) {
  int values[4] = {1, 2, 3, 4};
  values[get_global_id(0) % 4] = 9;
  out[get_global_id(0)] = get(values, index);
}
