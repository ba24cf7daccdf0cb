// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A colour is larger than its byte.
// run: float_to_uchar_too_large 64 16 buffer:64
// report: arithmetic 7
kernel void float_to_uchar_too_large(global uchar* out) {
  const int i = get_global_id(0);
  out[i] = (uchar)(i * 5.0f);
}
