// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zero is multiplied by infinity in double precision.
// run: nan_of_double 16 16 buffer:128 double:inf
// report: arithmetic 6
kernel void nan_of_double(global double* out, double large) {
  out[get_global_id(0)] = large * (double)(get_global_id(0) / 8);
}
