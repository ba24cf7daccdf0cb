// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A divisor is zero in one work-item.
// run: divide_by_zero 16 16 buffer:64 written:64
// report: arithmetic 7
kernel void divide_by_zero(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = 100 / in[i];
}
