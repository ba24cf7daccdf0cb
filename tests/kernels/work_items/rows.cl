// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose rows share loads, with a number of rows that is a multiple of the work-group's or not.
kernel void product(global const float *a, global const float *b, global float *c, int width,
                    int height, int depth) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y < height && x < width) {
    c[y * width + x] *= 0.5f;
    for (int k = 0; k < depth; ++k) c[y * width + x] += a[y * depth + k] * b[k * width + x];
  }
}

kernel void blur(global const float *a, global const float *b, global float *c, int width,
                 int height, int depth) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y == 0 || y >= height - 1 || x >= width) return;
  float sum = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) sum += a[(y + i) * width + x + j] * b[3 * i + j + 4];
  c[y * width + x] = sum;
}

kernel void tiles(global const float *a, global const float *b, global float *c, int width,
                  int height, int depth) {
  local float tile[1024];
  int x = get_global_id(0), y = get_global_id(1), rows = get_local_size(1);
  int lx = get_local_id(0), ly = get_local_id(1), columns = get_local_size(0);
  float own[4] = {a[(x * 7 + y) % 1000], b[y % 1000], a[x % 1000], b[x % 1000]};
  tile[ly * columns + lx] = b[(x + 5 * y) % 1000];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = own[depth & 3];
  for (int k = 0; k < columns; ++k) sum += tile[ly * columns + k] * a[(k + x) % 1000];
  own[(ly + depth) & 3] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[get_local_linear_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += tile[(rows - 1 - ly) * columns + lx] + own[depth & 3];
  if (y < height && x < width) c[y * width + x] = sum;
}
