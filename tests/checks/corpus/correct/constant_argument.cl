// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coefficients are a constant argument.
// run: constant_argument 64 16 buffer:256 readonly:32
// report: none
kernel void constant_argument(global float* out, constant float* coefficients) {
  float value = 0;
  for (int k = 7; k >= 0; --k) value = value * 0.5f + coefficients[k];
  out[get_global_id(0)] = value;
}
