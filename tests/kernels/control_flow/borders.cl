// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hole, which is not written, and borders without neighbours, inside of a range that ends early
// (borders.cpp).
kernel void row(global const int *in, global int *out, int n, int hole) {
  const int x = get_global_id(0);
  if (x >= n) return;
  int sum = in[x];
  if (x > 0) sum += 3 * in[x - 1];
  if (x < n - 1) sum += 5 * in[x + 1];
  if (x != hole) out[x] = sum;
}

kernel void plane(global const int *in, global int *out, int width, int height, int hole) {
  const int x = get_global_id(0), y = get_global_id(1), at = y * width + x;
  if (x < width && y < height) {
    int sum = in[at];
    if (y > 0) {
      sum += 3 * in[at - width];
      if (x != 0) sum += 7 * in[at - width - 1];
    }
    if (!(x == width - 1 || y == height - 1)) sum += 5 * in[at + width + 1];
    if (at != hole) out[at] = sum;
  }
}
