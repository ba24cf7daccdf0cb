// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The quotient of the least int and -1 does not fit.
// run: divide_overflow 16 16 buffer:64 int:-2147483648 int:-1
// report: arithmetic 6
kernel void divide_overflow(global int* out, int a, int b) {
  out[get_global_id(0)] = a / b;
}
