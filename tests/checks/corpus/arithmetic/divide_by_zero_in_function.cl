// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function divides by a count that is zero.
// run: divide_by_zero_in_function 16 16 buffer:64 written:64
// report: arithmetic 6
int mean(int sum, int count) {
  return sum / count;
}
kernel void divide_by_zero_in_function(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = mean(in[i], in[i] & 3);
}
