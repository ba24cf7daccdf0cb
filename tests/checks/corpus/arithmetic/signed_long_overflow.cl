// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of longs is too large.
// run: signed_long_overflow 16 16 buffer:128 long:5000000000
// report: arithmetic 6
kernel void signed_long_overflow(global long* out, long n) {
  out[get_global_id(0)] = n * (n + (long)get_global_id(0));
}
