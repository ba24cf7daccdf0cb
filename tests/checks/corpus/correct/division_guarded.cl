// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A division has a guard, and so has a remainder.
// run: division_guarded 64 16 buffer:256 written:256
// report: none
kernel void division_guarded(global int* out, global const int* in) {
  const int i = get_global_id(0), n = in[i] & 3;
  out[i] = n ? 100 / n + 100 % n : 0;
}
