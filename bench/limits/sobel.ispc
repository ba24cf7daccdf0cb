// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Sobel operator on pixels of 8 bits, in 16 bits.
task void sobelRow(const uniform uint8 from[], uniform uint8 out[], uniform int n) {
  const uniform int y = taskIndex, stride = n + 2;
  const uniform uint8* uniform above = from + y * stride;
  const uniform uint8* uniform middle = above + stride;
  const uniform uint8* uniform below = middle + stride;
  foreach (x = 0 ... n) {
    const int16 a0 = above[x], a1 = above[x + 1], a2 = above[x + 2];
    const int16 m0 = middle[x], m2 = middle[x + 2];
    const int16 b0 = below[x], b1 = below[x + 1], b2 = below[x + 2];
    const int16 horizontal = (a2 - a0) + (b2 - b0) + 2 * (m2 - m0);
    const int16 vertical = (b0 - a0) + (b2 - a2) + 2 * (b1 - a1);
    const int16 h = max(horizontal, (int16)-horizontal), v = max(vertical, (int16)-vertical);
    const int16 sum = h + v, most = 255;
    out[y * n + x] = (uint8)min(sum, most);
  }
}

export void sobel(const uniform uint8 from[], uniform uint8 out[], uniform int n) {
  launch[n] sobelRow(from, out, n);
}
