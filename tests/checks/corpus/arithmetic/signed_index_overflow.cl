// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of an element of a huge image is computed in int.
// run: signed_index_overflow 16 16 buffer:128 int:100000
// report: arithmetic 7
kernel void signed_index_overflow(global long* out, int width) {
  const int y = 20000 + (int)get_global_id(0) * 200;
  const long index = y * width;
  out[get_global_id(0)] = index;
}
