// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private array is a ring buffer.
// run: private_array_ring 16 16 buffer:64 written:64
// report: none
kernel void private_array_ring(global int* out, global const int* in) {
  int ring[4] = {0, 0, 0, 0};
  int sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum -= ring[k & 3];
    ring[k & 3] = in[k];
    sum += in[k];
  }
  out[get_global_id(0)] = sum;
}
