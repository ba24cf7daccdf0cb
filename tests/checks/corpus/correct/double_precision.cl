// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A polynomial in double precision.
// run: double_precision 64 16 buffer:512
// report: none
constant double coefficients[4] = {1.0, 0.5, 0.25, 0.125};
kernel void double_precision(global double* out) {
  const double x = get_global_id(0) / 64.0;
  double value = 0;
  for (int k = 3; k >= 0; --k) value = fma(value, x, coefficients[k]);
  out[get_global_id(0)] = value;
}
