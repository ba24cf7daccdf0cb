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

inline constexpr int kMostRow = 16;  // items of a row: the largest W

/// Offsets in the level fit in 31 bits, and those of a row that begins in it.
ALWAYS_INLINE bool isSmall(const Format& format, const Level& level) {
  const unsigned long last = (level.extent[0] - 1UL) * format.texelBytes +
                             (level.extent[1] - 1UL) * level.pitch[0] +
                             (level.extent[2] - 1UL) * level.pitch[1];
  return last + kMostRow * kMostTexelBytes < 1UL << 31;
}

/// Where texels are. Those outside of the image have the offset 0.
template <int W, class Offset>
struct Places {
  Offset offsets[W];
  int inside[W];
  bool allInside, isRow;  // isRow: all are inside, and side by side
};

template <int W, class Offset>
ALWAYS_INLINE void locate(const Format& format, const Level& level, const int (&x)[W],
                          const int (&y)[W], const int (&z)[W], Places<W, Offset>& places) {
  const unsigned width = level.extent[0], height = level.extent[1], depth = level.extent[2];
  const Offset bytes = format.texelBytes;
  const auto row = static_cast<Offset>(level.pitch[0]), slice = static_cast<Offset>(level.pitch[1]);
  int all = 1;
  EACH_ITEM(l) {
    const int inside = static_cast<int>(static_cast<unsigned>(x[l]) < width) &
                       static_cast<int>(static_cast<unsigned>(y[l]) < height) &
                       static_cast<int>(static_cast<unsigned>(z[l]) < depth);
    places.inside[l] = inside;
    places.offsets[l] = inside ? x[l] * bytes + y[l] * row + z[l] * slice : 0;
    all &= inside;
  }
  places.allInside = all;
  const Offset first = places.offsets[0];
  int side = all;
  EACH_ITEM(l) side &= static_cast<int>(places.offsets[l] == first + l * bytes);
  places.isRow = W > 1 && side;
}

template <class T, int W, class Offset>
ALWAYS_INLINE void loadPlaces(const Format& format, const Level& level,
                              const Places<W, Offset>& places, Texels<T, W>& colors) {
  if (places.isRow) return loadColors(format, Row{level.texels + places.offsets[0]}, colors);
  loadColors(format, Scattered<W, Offset>{level.texels, places.offsets}, colors);
  if (places.allInside) return;
  for (int c = 0; c < 4; ++c) {
    const T border = static_cast<T>(c == 3 && format.borderAlpha == One);
    EACH_ITEM(l) colors.of[c][l] = places.inside[l] ? colors.of[c][l] : border;
  }
}

/// Item by item, for large images: offsets of 64 bits.
template <class T, int W>
[[gnu::noinline]] inline void loadOneByOne(const Format& format, const Level& level,
                                           const int (&x)[W], const int (&y)[W], const int (&z)[W],
                                           Texels<T, W>& colors) {
  for (int l = 0; l < W; ++l) {
    Places<1, long> places;
    locate(format, level, {x[l]}, {y[l]}, {z[l]}, places);
    Texels<T, 1> color;
    loadPlaces(format, level, places, color);
    for (int c = 0; c < 4; ++c) colors.of[c][l] = color.of[c][0];
  }
}

/// Texels of raw types (RAW_TYPE of formats.def), item by item.
template <int W>
[[gnu::noinline]] inline void loadRaw(const Format& format, const Level& level, const int (&x)[W],
                                      const int (&y)[W], const int (&z)[W],
                                      Texels<unsigned, W>& colors) {
  const unsigned texels = format.type == ChannelType::UnsignedIntRaw10 ? 4 : 2, low = 8 / texels;
  for (int l = 0; l < W; ++l) {
    const auto column = static_cast<unsigned>(x[l]);
    const bool inside = column < level.extent[0] && static_cast<unsigned>(y[l]) < level.extent[1] &&
                        static_cast<unsigned>(z[l]) < level.extent[2];
    colors.of[0][l] = colors.of[1][l] = colors.of[2][l] = 0;
    colors.of[3][l] = 1;
    if (!inside) continue;
    const unsigned char* block = level.texels + y[l] * level.pitch[0] + z[l] * level.pitch[1] +
                                 column / texels * (texels + 1UL);
    const unsigned which = column % texels;
    colors.of[0][l] = static_cast<unsigned>(block[which]) << low |
                      (static_cast<unsigned>(block[texels]) >> which * low & codec::lowBits(low));
  }
}

/// Reads the texels at the taps; the border color where a tap is outside.
template <class T, int W>
ALWAYS_INLINE void loadTaps(const Format& format, const Level& level, const int (&x)[W],
                            const int (&y)[W], const int (&z)[W], Texels<T, W>& colors) {
  if constexpr (__is_same(T, unsigned))
    if (!format.texelBytes) return loadRaw(format, level, x, y, z, colors);
  if constexpr (W > 1) {
    if (!isSmall(format, level)) return loadOneByOne(format, level, x, y, z, colors);
    Places<W, int> places;
    locate(format, level, x, y, z, places);
    loadPlaces(format, level, places, colors);
  } else {
    Places<1, long> places;
    locate(format, level, x, y, z, places);
    loadPlaces(format, level, places, colors);
  }
}

template <int W>
ALWAYS_INLINE void fill(int (&taps)[W], int value) {
  EACH_ITEM(l) taps[l] = value;
}

template <class T, class Coordinate, int W>
ALWAYS_INLINE void nearest(const ImageDescriptor& image, const Level& level,
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
ALWAYS_INLINE void linear(const ImageDescriptor& image, const Level& level,
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
    EACH_ITEM(l) weight[l] = 1;
    for (int d = 0; d < filtered; ++d) EACH_ITEM(l)
    weight[l] *= corner >> d & 1 ? taps[d].weight[l] : 1 - taps[d].weight[l];
    Texels<float, W> texel;
    const auto& x = corner & 1 ? taps[0].second : taps[0].first;
    const auto& y = corner & 2 ? taps[1].second : taps[1].first;
    const auto& z = corner & 4 ? taps[2].second : taps[2].first;
    loadTaps(image.format, level, x, y, z, texel);
    for (int c = 0; c < 4; ++c) EACH_ITEM(l) sum.of[c][l] += weight[l] * texel.of[c][l];
  }
  colors = sum;
}

template <class T, class Coordinate, int W>
ALWAYS_INLINE void sampleLevel(const ImageDescriptor& image, const Level& level,
                               const SamplerDescriptor& sampler,
                               const Coordinates<Coordinate, W>& at, Texels<T, W>& colors) {
  if constexpr (__is_same(T, float) && __is_same(Coordinate, float))
    if (sampler.filter == Filter::Linear) return linear(image, level, sampler, at, colors);
  nearest(image, level, sampler, at, colors);
}

ALWAYS_INLINE float inRange(float value, float least, float most) {
  const float above = value > least ? value : least;
  return above < most ? above : most;
}

}  // namespace lookup

namespace lookup {

/// Item by item, for images of several levels.
template <class T, class Coordinate, int W>
[[gnu::noinline]] inline void sampleLevels(const ImageDescriptor& image,
                                           const SamplerDescriptor& sampler,
                                           const Coordinates<Coordinate, W>& at,
                                           const float (&lod)[W], Texels<T, W>& colors) {
  for (int l = 0; l < W; ++l) {
    const Coordinates<Coordinate, 1> one = {{{at.of[0][l]}, {at.of[1][l]}, {at.of[2][l]}}};
    const auto most = static_cast<float>(image.levels - 1);
    const float level = inRange(inRange(lod[l], sampler.leastLod, sampler.mostLod), 0, most);
    const bool isBetween = sampler.mipFilter == Filter::Linear;
    // Of two levels that are as near, OpenGL takes the larger image.
    const float number = isBetween ? __builtin_floorf(level) : __builtin_ceilf(level - 0.5F);
    Texels<T, 1> color;
    sampleLevel(image, image.level[static_cast<int>(number)], sampler, one, color);
    if constexpr (__is_same(T, float))
      if (const float weight = level - number; isBetween && weight > 0) {
        Texels<T, 1> next;
        sampleLevel(image, image.level[static_cast<int>(number) + 1], sampler, one, next);
        for (int c = 0; c < 4; ++c)
          color.of[c][0] = (1 - weight) * color.of[c][0] + weight * next.of[c][0];
      }
    for (int c = 0; c < 4; ++c) colors.of[c][l] = color.of[c][0];
  }
}

}  // namespace lookup

/// OpImageSampleExplicitLod: `lod` is the level of detail of each work-item.
template <class T, class Coordinate, int W>
ALWAYS_INLINE void sample(const ImageDescriptor& image, const SamplerDescriptor& sampler,
                          const Coordinates<Coordinate, W>& at, const float (&lod)[W],
                          Texels<T, W>& colors) {
  if (image.levels == 1) return lookup::sampleLevel(image, image.level[0], sampler, at, colors);
  // Copies: what another function may change does not become registers.
  const Coordinates<Coordinate, W> places = at;
  Texels<T, W> found;
  lookup::sampleLevels(image, sampler, places, lod, found);
  colors = found;
}

/// OpImageRead and OpImageFetch, of one level. Outside of the image: the border color; for a layer
/// that does not exist, the first or last one.
template <class T, int W>
ALWAYS_INLINE void read(const ImageDescriptor& image, const Coordinates<int, W>& at, unsigned level,
                        Texels<T, W>& colors) {
  constexpr SamplerDescriptor kSampler = {
      Addressing::Clamp, Filter::Nearest, 0, Filter::Nearest, 0, 0};
  lookup::nearest(image, image.level[level < image.levels ? level : 0], kSampler, at, colors);
}

namespace lookup {

template <class T, int W, class Offset>
ALWAYS_INLINE void store(const Format& format, const Level& level, const int (&x)[W],
                         const int (&y)[W], const int (&z)[W], const int (&active)[W],
                         const Texels<T, W>& colors) {
  Places<W, Offset> places;
  locate(format, level, x, y, z, places);
  int all = 1;
  EACH_ITEM(l) all &= static_cast<int>(active[l] != 0);
  if (all && (places.isRow || (W == 1 && places.allInside)))
    return storeColors(format, Row{level.texels + places.offsets[0]}, colors);
  unsigned char stored[W * kMostTexelBytes] = {};
  storeColors(format, Row{stored}, colors);
  const auto copy = [&]<unsigned bytes>() __attribute__((always_inline)) {
    for (int l = 0; l < W; ++l)
      if (active[l] && places.inside[l])
        __builtin_memcpy(level.texels + places.offsets[l], stored + l * bytes, bytes);
  };
  switch (format.texelBytes) {
    case 0: return;  // Raw types are only read.
    case 1: return copy.template operator()<1>();
    case 2: return copy.template operator()<2>();
    case 3: return copy.template operator()<3>();
    case 4: return copy.template operator()<4>();
    case 8: return copy.template operator()<8>();
    default: return copy.template operator()<16>();
  }
}

}  // namespace lookup

/// OpImageWrite, for work-items whose `active` is not 0.
template <class T, int W>
ALWAYS_INLINE void write(const ImageDescriptor& image, const Coordinates<int, W>& at,
                         unsigned number, const int (&active)[W], const Texels<T, W>& colors) {
  if (number >= image.levels) return;
  const Level& level = image.level[number];
  int zero[W];
  lookup::fill(zero, 0);
  const auto& y = image.coordinates > 1 ? at.of[1] : zero;
  const auto& z = image.coordinates > 2 ? at.of[2] : zero;
  if (W > 1 && lookup::isSmall(image.format, level))
    lookup::store<T, W, int>(image.format, level, at.of[0], y, z, active, colors);
  else
    lookup::store<T, W, long>(image.format, level, at.of[0], y, z, active, colors);
}

}  // namespace lanewise::images
