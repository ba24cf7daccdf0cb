// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions with saturation are defined for all values.
// run: conversions_saturated 64 16 buffer:64 float:1e9
// report: none
kernel void conversions_saturated(global uchar* out, float scale) {
  const int i = get_global_id(0);
  out[i] = convert_uchar_sat((i - 32) * scale);
}
