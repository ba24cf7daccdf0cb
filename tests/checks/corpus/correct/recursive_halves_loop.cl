// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested loops with break and continue stay inside.
// run: recursive_halves_loop 64 16 buffer:256 written:256
// report: none
kernel void recursive_halves_loop(global int* out, global const int* in) {
  const int i = get_global_id(0);
  int count = 0;
  for (int k = i; k < 64; ++k) {
    if (in[k] & 1) continue;
    if (in[k] > 50) break;
    for (int j = k; j >= 0; j -= 7) count += in[j] > 3;
  }
  out[i] = count;
}
