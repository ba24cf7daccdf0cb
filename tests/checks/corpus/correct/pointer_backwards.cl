// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop goes from the last element to the first one.
// run: pointer_backwards 16 16 buffer:64 written:64
// report: none
kernel void pointer_backwards(global int* out, global const int* in) {
  int sum = 0;
  for (int k = 15; k >= 0; --k) sum = sum / 2 + in[k];
  out[get_global_id(0)] = sum;
}
