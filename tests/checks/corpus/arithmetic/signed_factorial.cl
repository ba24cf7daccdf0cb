// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A factorial overflows in a function.
// run: signed_factorial 16 16 buffer:64
// report: arithmetic 8
int factorial(int n) {
  int result = 1;
  for (int k = 2; k <= n; ++k)
    result *= k;
  return result;
}
kernel void signed_factorial(global int* out) {
  const int i = get_global_id(0);
  out[i] = factorial(i);
}
