// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant argument has fewer coefficients than the kernel reads.
// run: constant_argument_behind_end 16 16 buffer:64 readonly:28 int:8
// report: memory 8
kernel void constant_argument_behind_end(global float* out, constant float* coefficients, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += coefficients[k];
  out[get_global_id(0)] = sum;
}
