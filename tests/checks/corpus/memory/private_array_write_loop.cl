// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop fills one element more than the private array has.
// run: private_array_write_loop 16 16 buffer:64 int:9
// report: memory 8
kernel void private_array_write_loop(global int* out, int n) {
  int values[8] = {0};
  for (int k = 0; k < n; ++k)
    values[k] = k;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += values[k];
  out[get_global_id(0)] = sum;
}
