// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item reads element -1 of its private array.
// run: private_array_negative 16 16 buffer:64
// report: memory 8
kernel void private_array_negative(global int* out) {
  int values[4] = {1, 2, 3, 4};
  const int i = get_global_id(0);
  out[i] = values[i % 4 - (i == 12)];
}
