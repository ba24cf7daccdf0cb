// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least int has no negation.
// run: signed_negation 16 16 buffer:64 int:-2147483648
// report: arithmetic 6
kernel void signed_negation(global int* out, int n) {
  out[get_global_id(0)] = -n;
}
