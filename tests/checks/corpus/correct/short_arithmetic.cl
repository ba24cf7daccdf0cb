// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of shorts is an int and fits.
// run: short_arithmetic 64 16 buffer:128 int:30000
// report: none
kernel void short_arithmetic(global short* out, int n) {
  const short a = (short)n;
  const int sum = a + a;
  out[get_global_id(0)] = (short)(sum / 4);
}
