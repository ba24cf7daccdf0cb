// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generator of random numbers mixes bits.
// run: random_numbers 64 16 buffer:256
// report: none
uint next(uint* state) {
  uint x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}
kernel void random_numbers(global float* out) {
  uint state = get_global_id(0) * 747796405u + 2891336453u;
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += (next(&state) >> 8) * 0x1p-24f;
  out[get_global_id(0)] = sum;
}
