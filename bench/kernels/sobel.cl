// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Sobel operator on pixels of 8 bits. The input has a border of one pixel on each side.
kernel void sobel(global const uchar *restrict in, global uchar *restrict out) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  global const uchar *above = in + y * (width + 2) + x, *middle = above + width + 2,
                     *below = middle + width + 2;
  const int horizontal = (above[2] + 2 * middle[2] + below[2]) - (above[0] + 2 * middle[0] + below[0]);
  const int vertical = (below[0] + 2 * below[1] + below[2]) - (above[0] + 2 * above[1] + above[2]);
  out[y * width + x] = convert_uchar_sat(abs(horizontal) + abs(vertical));
}
