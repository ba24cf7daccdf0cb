// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of a block live as long as their pointers.
// run: private_block_variables 16 16 buffer:64 int:3
// report: none
kernel void private_block_variables(global int* out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    int values[4] = {k, k + 1, k + 2, k + 3};
    const int* p = values;
    sum += p[get_global_id(0) & 3];
  }
  out[get_global_id(0)] = sum;
}
