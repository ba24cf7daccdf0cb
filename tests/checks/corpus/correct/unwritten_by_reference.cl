// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function writes its results by pointers.
// run: unwritten_by_reference 16 16 buffer:64
// report: none
void divide(int a, int b, int* quotient, int* rest) {
  *quotient = a / b;
  *rest = a % b;
}
kernel void unwritten_by_reference(global int* out) {
  int quotient, rest;
  divide(get_global_id(0), 3, &quotient, &rest);
  out[get_global_id(0)] = quotient * 10 + rest;
}
