// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier transforms of 1,024 points, one for each work-group of 256: five steps of radix 4 (Stockham).
// roots[i] is exp(-2 pi i / 1024).
#define POINTS 1024
#define QUARTER 256

float2 multiply(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

kernel void fft(global const float2 *restrict in, global float2 *restrict out,
                constant float2 *restrict roots) {
  local float2 data[POINTS];
  const int j = get_local_id(0), start = get_group_id(0) * POINTS;
  float2 v[4];
  for (int r = 0; r < 4; ++r) v[r] = in[start + j + r * QUARTER];
  for (int step = 1; step < POINTS; step *= 4) {
    const int k = j & (step - 1);
    for (int r = 1; r < 4; ++r) v[r] = multiply(v[r], roots[r * k * (QUARTER / step)]);
    const float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
    const float2 turned = (float2)(d.y, -d.x);
    const float2 results[4] = {a + c, b + turned, a - c, b - turned};
    const int to = 4 * (j - k) + k;
    if (step == QUARTER) {
      for (int r = 0; r < 4; ++r) out[start + to + r * step] = results[r];
    } else {
      for (int r = 0; r < 4; ++r) data[to + r * step] = results[r];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int r = 0; r < 4; ++r) v[r] = data[j + r * QUARTER];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
