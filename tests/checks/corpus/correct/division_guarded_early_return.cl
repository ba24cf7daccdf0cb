// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items with a zero divisor return.
// run: division_guarded_early_return 64 16 buffer:256 written:256
// report: none
kernel void division_guarded_early_return(global int* out, global const int* in) {
  const int i = get_global_id(0), n = in[i] & 3;
  out[i] = 0;
  if (n == 0) return;
  out[i] = 100 / n;
}
