// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A negative float is converted to an unsigned type.
// run: float_to_uint_negative 16 16 buffer:64
// report: arithmetic 8
kernel void float_to_uint_negative(global uint* out) {
  const int i = get_global_id(0);
  const float x = i - 4;
  out[i] = (uint)x;
}
