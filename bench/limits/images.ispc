// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases of images: the same lookups, in images of one known format. Colors of bytes are computed in
// registers of many pixels, colors of floats in a register for each pixel. The stencil has components as lanes.
#include "lookups.isph"

static const uniform float kOffsets[5] = {0, -1.3846153846f, 1.3846153846f, -3.2307692308f, 3.2307692308f};
static const uniform float kWeights[5] = {0.2270270270f, 0.3162162162f, 0.3162162162f, 0.0702702703f,
                                          0.0702702703f};

task void blurBytesRow(const uniform unsigned int32 from[], uniform unsigned int32 out[], uniform int n,
                       uniform float stepX, uniform float stepY) {
  const uniform int y = taskIndex;
  foreach (x = 0 ... n) {
    Color sum = zero();
    #pragma unroll
    for (uniform int i = 0; i < 5; ++i)
      add(sum, kWeights[i], linearAtEdge(from, n, n, x + 0.5f + kOffsets[i] * stepX, y + 0.5f + kOffsets[i] * stepY));
    out[y * n + x] = packed(sum);
  }
}

export void blur_bytes(const uniform unsigned int32 from[], uniform unsigned int32 between[],
                       uniform unsigned int32 out[], uniform int n) {
  launch[n] blurBytesRow(from, between, n, 1, 0);
  sync;
  launch[n] blurBytesRow(between, out, n, 0, 1);
}

task void blurFloatsRow(const uniform float from[], uniform float out[], uniform int n, uniform float stepX,
                        uniform float stepY) {
  const uniform int y = taskIndex;
  for (uniform int x = 0; x < n; ++x) {
    uniform float<4> sum = {0, 0, 0, 0};
    #pragma unroll
    for (uniform int i = 0; i < 5; ++i)
      sum += kWeights[i] *
             linearAtEdge(from, n, n, x + 0.5f + kOffsets[i] * stepX, y + 0.5f + kOffsets[i] * stepY);
    *((uniform float<4> * uniform)(out + 4 * (y * n + x))) = sum;
  }
}

export void blur_floats(const uniform float from[], uniform float between[], uniform float out[], uniform int n) {
  launch[n] blurFloatsRow(from, between, n, 1, 0);
  sync;
  launch[n] blurFloatsRow(between, out, n, 0, 1);
}

task void rotateBytesRow(const uniform unsigned int32 from[], uniform unsigned int32 out[], uniform int n,
                         uniform float cosine, uniform float sine) {
  const uniform int y = taskIndex;
  foreach (x = 0 ... n) {
    const float cx = (x + 0.5f) / n - 0.5f;
    const uniform float cy = (y + 0.5f) / n - 0.5f;
    const float fromX = (cosine * cx - sine * cy + 0.5f) * n - 0.5f;
    const float fromY = (sine * cx + cosine * cy + 0.5f) * n - 0.5f;
    const float firstX = floor(fromX), firstY = floor(fromY);
    const float wx = fromX - firstX, wy = fromY - firstY;
    const int x0 = (int)firstX, y0 = (int)firstY;
    Color sum = zero();
    add(sum, (1 - wx) * (1 - wy), texelOrBorder(from, n, n, x0, y0));
    add(sum, wx * (1 - wy), texelOrBorder(from, n, n, x0 + 1, y0));
    add(sum, (1 - wx) * wy, texelOrBorder(from, n, n, x0, y0 + 1));
    add(sum, wx * wy, texelOrBorder(from, n, n, x0 + 1, y0 + 1));
    out[y * n + x] = packed(sum);
  }
}

export void rotate_bytes(const uniform unsigned int32 from[], uniform unsigned int32 out[], uniform int n,
                         uniform float cosine, uniform float sine) {
  launch[n] rotateBytesRow(from, out, n, cosine, sine);
}

task void rotateFloatsRow(const uniform float from[], uniform float out[], uniform int n, uniform float cosine,
                          uniform float sine) {
  const uniform int y = taskIndex;
  for (uniform int x = 0; x < n; ++x) {
    const uniform float cx = (x + 0.5f) / n - 0.5f, cy = (y + 0.5f) / n - 0.5f;
    const uniform float fromX = (cosine * cx - sine * cy + 0.5f) * n - 0.5f;
    const uniform float fromY = (sine * cx + cosine * cy + 0.5f) * n - 0.5f;
    const uniform float firstX = floor(fromX), firstY = floor(fromY);
    const uniform float wx = fromX - firstX, wy = fromY - firstY;
    const uniform int x0 = (uniform int)firstX, y0 = (uniform int)firstY;
    *((uniform float<4> * uniform)(out + 4 * (y * n + x))) =
        (1 - wx) * (1 - wy) * texelOrBorder(from, n, n, x0, y0) +
        wx * (1 - wy) * texelOrBorder(from, n, n, x0 + 1, y0) +
        (1 - wx) * wy * texelOrBorder(from, n, n, x0, y0 + 1) + wx * wy * texelOrBorder(from, n, n, x0 + 1, y0 + 1);
  }
}

export void rotate_floats(const uniform float from[], uniform float out[], uniform int n, uniform float cosine,
                          uniform float sine) {
  launch[n] rotateFloatsRow(from, out, n, cosine, sine);
}

task void resizeRow(const uniform unsigned int32 from[], uniform unsigned int32 out[], uniform int n,
                    uniform int size) {
  const uniform int y = taskIndex;
  const uniform float fromY = (y + 0.5f) / size * n;
  foreach (x = 0 ... size) out[y * size + x] = packed(linearAtEdge(from, n, n, (x + 0.5f) / size * n, fromY));
}

export void resize_bytes(const uniform unsigned int32 from[], uniform unsigned int32 out[], uniform int n,
                         uniform int size) {
  launch[size] resizeRow(from, out, n, size);
}

// One byte a texel; `n` for each side of the volume.
inline float density(const uniform unsigned int8 texels[], uniform int n, float x, float y, float z) {
  const float fromX = x * n - 0.5f, fromY = y * n - 0.5f, fromZ = z * n - 0.5f;
  const float firstX = floor(fromX), firstY = floor(fromY), firstZ = floor(fromZ);
  const float wx = fromX - firstX, wy = fromY - firstY, wz = fromZ - firstZ;
  const int x0 = clamp((int)firstX, 0, n - 1), x1 = clamp((int)firstX + 1, 0, n - 1);
  const int y0 = clamp((int)firstY, 0, n - 1) * n, y1 = clamp((int)firstY + 1, 0, n - 1) * n;
  const int z0 = clamp((int)firstZ, 0, n - 1) * n * n, z1 = clamp((int)firstZ + 1, 0, n - 1) * n * n;
  const float near0 = (1 - wx) * (int)texels[z0 + y0 + x0] + wx * (int)texels[z0 + y0 + x1];
  const float near1 = (1 - wx) * (int)texels[z0 + y1 + x0] + wx * (int)texels[z0 + y1 + x1];
  const float far0 = (1 - wx) * (int)texels[z1 + y0 + x0] + wx * (int)texels[z1 + y0 + x1];
  const float far1 = (1 - wx) * (int)texels[z1 + y1 + x0] + wx * (int)texels[z1 + y1 + x1];
  return ((1 - wz) * ((1 - wy) * near0 + wy * near1) + wz * ((1 - wy) * far0 + wy * far1)) * (1.0f / 255);
}

task void marchRow(const uniform unsigned int8 volume[], uniform unsigned int32 out[], uniform int n,
                   uniform int size) {
  const uniform int steps = 64, row = taskIndex;
  const uniform float screenY = (row + 0.5f) / size;
  foreach (column = 0 ... size) {
    const float screenX = (column + 0.5f) / size;
    const float stepX = 0.5f * (0.5f - screenX) / steps;
    const uniform float stepY = 0.5f * (0.5f - screenY) / steps, stepZ = 1.0f / steps;
    float x = screenX + 0.5f * stepX, y = screenY + 0.5f * stepY, z = 0.5f * stepZ;
    float light = 0, passes = 1;
    for (uniform int i = 0; i < steps; ++i) {
      const float opacity = 0.1f * density(volume, n, x, y, z);
      light += passes * opacity * z;
      passes *= 1 - opacity;
      if (passes < 0.05f) break;
      x += stepX;
      y += stepY;
      z += stepZ;
    }
    Color color = {light, passes, 0, 1};
    out[row * size + column] = packed(color);
  }
}

export void march_bytes(const uniform unsigned int8 volume[], uniform unsigned int32 out[], uniform int n,
                        uniform int size) {
  launch[size] marchRow(volume, out, n, size);
}

task void stencilRow(const uniform unsigned int8 from[], uniform unsigned int8 out[],
                     const uniform float weights[], uniform int n) {
  const uniform int y = taskIndex;
  const uniform unsigned int8 * uniform rows[5];
  for (uniform int i = 0; i < 5; ++i) rows[i] = from + 4 * n * clamp(y + i - 2, 0, n - 1);
  foreach (at = 0 ... 4 * n) {
    float sum = 0;
    if (at >= 8 && at < 4 * n - 8) {
      for (uniform int i = 0; i < 5; ++i)
        #pragma unroll
        for (uniform int j = 0; j < 5; ++j) sum += weights[5 * i + j] * (int)rows[i][at + 4 * (j - 2)];
    } else {
      for (uniform int i = 0; i < 5; ++i)
        for (uniform int j = 0; j < 5; ++j)
          sum += weights[5 * i + j] * (int)rows[i][4 * clamp((at >> 2) + j - 2, 0, n - 1) + (at & 3)];
    }
    out[4 * n * y + at] = (unsigned int8)(int)(clamp(sum, 0.0f, 255.0f) + 0.5f);
  }
}

export void stencil_bytes(const uniform unsigned int8 from[], uniform unsigned int8 out[],
                          const uniform float weights[], uniform int n) {
  launch[n] stencilRow(from, out, weights, n);
}

task void writeBytesRow(uniform unsigned int32 out[], uniform int n, uniform float scale) {
  const uniform int row = taskIndex;
  foreach (column = 0 ... n) {
    const float x = column * scale, y = row * scale;
    Color color = {x, y, x * y, 1};
    out[row * n + column] = packed(color);
  }
}

export void write_bytes(uniform unsigned int32 out[], uniform int n, uniform float scale) {
  launch[n] writeBytesRow(out, n, scale);
}

task void writeHalvesRow(uniform unsigned int32 out[], uniform int n, uniform float scale) {
  const uniform int row = taskIndex;
  foreach (column = 0 ... n) {
    const float x = column * scale, y = row * scale;
    const float z = x * y;
    const unsigned int32 low = (unsigned int16)float_to_half(x) | (unsigned int32)float_to_half(y) << 16;
    const unsigned int32 high = (unsigned int16)float_to_half(z) | 0x3c000000;
    out[2 * (row * n + column)] = low;
    out[2 * (row * n + column) + 1] = high;
  }
}

export void write_halves(uniform unsigned int32 out[], uniform int n, uniform float scale) {
  launch[n] writeHalvesRow(out, n, scale);
}
