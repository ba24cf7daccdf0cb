// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The image instructions of kernels, for W work-items at a time: read, sample and write. What is
// the same for all of them (image, sampler) is decided once, by branches outside of the loops over
// work-items. Freestanding.
//
// T: float, or unsigned for formats of integers. Coordinates beyond those of the image are ignored.
// Reads outside of an image and coordinates that are not numbers give a border color or any texel;
// writes outside have no effect: no coordinate leads outside of the image's memory.
#pragma once

#include "images/address.h"
#include "images/codec.h"

namespace lanewise::images {

template <class Coordinate, int W>
struct Coordinates {
  Coordinate of[3][W];
};

namespace lookup {

/// Reads the texels at the taps; the border color where a tap is outside.
template <class T, int W>
inline void loadTaps(const Format& format, const Level& level, const int (&x)[W], const int (&y)[W],
                     const int (&z)[W], Texels<T, W>& colors) {
  long offsets[W];
  int inside[W], all = 1;
  const long bytes = format.texelBytes;
  const auto row = static_cast<long>(level.pitch[0]), slice = static_cast<long>(level.pitch[1]);
  for (int l = 0; l < W; ++l) {
    inside[l] = static_cast<unsigned>(x[l]) < level.extent[0] &&
                static_cast<unsigned>(y[l]) < level.extent[1] &&
                static_cast<unsigned>(z[l]) < level.extent[2];
    offsets[l] = inside[l] ? x[l] * bytes + y[l] * row + z[l] * slice : 0;
    all &= inside[l];
  }
  loadColors(format, level.texels, offsets, colors);
  if (all) return;
  for (int c = 0; c < 4; ++c) {
    const T border = static_cast<T>(c == 3 && format.borderAlpha == One);
    for (int l = 0; l < W; ++l) colors.of[c][l] = inside[l] ? colors.of[c][l] : border;
  }
}

template <int W>
inline void fill(int (&taps)[W], int value) {
  for (int l = 0; l < W; ++l) taps[l] = value;
}

template <class T, class Coordinate, int W>
inline void nearest(const ImageDescriptor& image, const Level& level,
                    const SamplerDescriptor& sampler, const Coordinates<Coordinate, W>& at,
                    Texels<T, W>& colors) {
  int taps[3][W];
  for (int d = 0; d < 3; ++d) {
    if (d >= image.coordinates)
      fill(taps[d], 0);
    else if (d == image.layerCoordinate)
      layerTaps(at.of[d], level.extent[d], taps[d]);
    else
      nearestTaps(sampler, at.of[d], level.extent[d], taps[d]);
  }
  loadTaps(image.format, level, taps[0], taps[1], taps[2], colors);
}

/// The sum by section 7.2, first those of smaller y and z.
template <int W>
inline void linear(const ImageDescriptor& image, const Level& level,
                   const SamplerDescriptor& sampler, const Coordinates<float, W>& at,
                   Texels<float, W>& colors) {
  Taps<W> taps[3];
  int filtered = 0;  // coordinates with two taps
  for (int d = 0; d < 3; ++d) {
    if (d >= image.coordinates) {
      fill(taps[d].first, 0);
    } else if (d == image.layerCoordinate) {
      layerTaps(at.of[d], level.extent[d], taps[d].first);
    } else {
      linearTaps(sampler, at.of[d], level.extent[d], taps[d]);
      filtered = d + 1;
    }
  }
  Texels<float, W> sum = {};
  for (int corner = 0; corner < 1 << filtered; ++corner) {
    float weight[W];
    for (int l = 0; l < W; ++l) weight[l] = 1;
    for (int d = 0; d < filtered; ++d)
      for (int l = 0; l < W; ++l)
        weight[l] *= corner >> d & 1 ? taps[d].weight[l] : 1 - taps[d].weight[l];
    Texels<float, W> texel;
    const auto& x = corner & 1 ? taps[0].second : taps[0].first;
    const auto& y = corner & 2 ? taps[1].second : taps[1].first;
    const auto& z = corner & 4 ? taps[2].second : taps[2].first;
    loadTaps(image.format, level, x, y, z, texel);
    for (int c = 0; c < 4; ++c)
      for (int l = 0; l < W; ++l) sum.of[c][l] += weight[l] * texel.of[c][l];
  }
  colors = sum;
}

template <class T, class Coordinate, int W>
inline void sampleLevel(const ImageDescriptor& image, const Level& level,
                        const SamplerDescriptor& sampler, const Coordinates<Coordinate, W>& at,
                        Texels<T, W>& colors) {
  if constexpr (__is_same(T, float) && __is_same(Coordinate, float))
    if (sampler.filter == Filter::Linear) return linear(image, level, sampler, at, colors);
  nearest(image, level, sampler, at, colors);
}

inline float inRange(float value, float least, float most) {
  const float above = value > least ? value : least;
  return above < most ? above : most;
}

}  // namespace lookup

/// OpImageSampleExplicitLod: `lod` is the level of detail of each work-item.
template <class T, class Coordinate, int W>
inline void sample(const ImageDescriptor& image, const SamplerDescriptor& sampler,
                   const Coordinates<Coordinate, W>& at, const float (&lod)[W],
                   Texels<T, W>& colors) {
  if (image.levels == 1) return lookup::sampleLevel(image, image.level[0], sampler, at, colors);
  for (int l = 0; l < W; ++l) {
    const Coordinates<Coordinate, 1> one = {{{at.of[0][l]}, {at.of[1][l]}, {at.of[2][l]}}};
    const auto most = static_cast<float>(image.levels - 1);
    const float level =
        lookup::inRange(lookup::inRange(lod[l], sampler.leastLod, sampler.mostLod), 0, most);
    const bool isBetween = sampler.mipFilter == Filter::Linear;
    const float number = isBetween ? __builtin_floorf(level) : __builtin_rintf(level);
    Texels<T, 1> color;
    lookup::sampleLevel(image, image.level[static_cast<int>(number)], sampler, one, color);
    if constexpr (__is_same(T, float))
      if (const float weight = level - number; isBetween && weight > 0) {
        Texels<T, 1> next;
        lookup::sampleLevel(image, image.level[static_cast<int>(number) + 1], sampler, one, next);
        for (int c = 0; c < 4; ++c)
          color.of[c][0] = (1 - weight) * color.of[c][0] + weight * next.of[c][0];
      }
    for (int c = 0; c < 4; ++c) colors.of[c][l] = color.of[c][0];
  }
}

/// OpImageRead and OpImageFetch, of one level. Outside of the image: the border color.
template <class T, int W>
inline void read(const ImageDescriptor& image, const Coordinates<int, W>& at, unsigned level,
                 Texels<T, W>& colors) {
  constexpr SamplerDescriptor kSampler = {
      Addressing::Clamp, Filter::Nearest, 0, Filter::Nearest, 0, 0};
  lookup::nearest(image, image.level[level < image.levels ? level : 0], kSampler, at, colors);
}

/// OpImageWrite, for work-items whose `active` is not 0.
template <class T, int W>
inline void write(const ImageDescriptor& image, const Coordinates<int, W>& at, unsigned number,
                  const int (&active)[W], const Texels<T, W>& colors) {
  const Level& level = image.level[number < image.levels ? number : 0];
  long offsets[W];
  int writes[W];
  const long bytes = image.format.texelBytes;
  const auto row = static_cast<long>(level.pitch[0]), slice = static_cast<long>(level.pitch[1]);
  const bool hasY = image.coordinates > 1, hasZ = image.coordinates > 2;
  for (int l = 0; l < W; ++l) {
    const int x = at.of[0][l], y = hasY ? at.of[1][l] : 0, z = hasZ ? at.of[2][l] : 0;
    writes[l] = active[l] && number < image.levels && static_cast<unsigned>(x) < level.extent[0] &&
                static_cast<unsigned>(y) < level.extent[1] &&
                static_cast<unsigned>(z) < level.extent[2];
    offsets[l] = writes[l] ? x * bytes + y * row + z * slice : 0;
  }
  storeColors(image.format, level.texels, offsets, writes, colors);
}

}  // namespace lanewise::images
