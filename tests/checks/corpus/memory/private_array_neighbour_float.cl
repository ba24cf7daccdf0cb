// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A negative index of one private array leads into another one.
// run: private_array_neighbour_float 16 16 buffer:64 int:4
// report: memory 14
kernel void private_array_neighbour_float(global float* out, int distance) {
  float first[4] = {1, 2, 3, 4};
  float second[4] = {5, 6, 7, 8};
  float third[4] = {9, 10, 11, 12};
  const int i = get_global_id(0), k = i & 3;
  first[k] = i;
  second[k] = i + 1;
  third[k] = i + 2;
  out[i] = first[3 - k] + third[3 - k] +
           second[k - distance];
}
