// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A float is larger than any int.
// run: float_to_int_too_large 16 16 buffer:64 float:1e9
// report: arithmetic 7
kernel void float_to_int_too_large(global int* out, float scale) {
  const int i = get_global_id(0);
  out[i] = (int)(i * scale);
}
