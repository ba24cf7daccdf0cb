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
#include "images/gather.h"
#include "images/linear_inside.h"

namespace lanewise::images {

template <class Coordinate, int W>
struct alignas(sizeof(Coordinate) * W) Coordinates {
  Coordinate of[3][W];
};

namespace lookup {

/// Where W work-items have a tap along a coordinate, or along two: in y and z it is a line.
template <int W, class Offset>
struct alignas(sizeof(Offset) * W) Places {
  Offset offsets[W];  // in bytes; 0 for those outside of the image
  int inside[W];
  float weights[W];  // of a linear filter
  bool allInside;
  bool isRow, isSame;  // all are inside, and side by side; all are inside, and one
};

/// \param mayLeave  taps may be outside
template <int W, class Offset>
ALWAYS_INLINE void locate(const int (&taps)[W], unsigned extent, Offset bytes, bool mayLeave,
                          Places<W, Offset>& places) {
  bool all = true;
  EACH_ITEM(l) {
    places.offsets[l] = taps[l] * bytes;
    places.inside[l] = 1;
  }
  if (mayLeave) EACH_ITEM(l) {
      const bool inside = static_cast<unsigned>(taps[l]) < extent;
      places.inside[l] = inside;
      places.offsets[l] = inside ? places.offsets[l] : 0;
      all &= inside;
    }
  places.allInside = all;
  places.isRow = areSteps<1>(taps) & all;
  places.isSame = areSteps<0>(taps) & all;
}

/// The first of W texels that lie side by side in the image; null if they do not.
template <int W>
ALWAYS_INLINE unsigned char* rowAt(const ImageDescriptor& image, const Level& level,
                                   const Coordinates<int, W>& taps) {
  if constexpr (W == 1) return nullptr;
  const auto x = static_cast<unsigned>(taps.of[0][0]);
  bool row = x < level.extent[0] && level.extent[0] - x >= W;
  row &= areSteps<1>(taps.of[0]);
  unsigned char* first = level.texels + static_cast<unsigned long>(x) * image.format.texelBytes;
  eachCoordinate(image, [&]<int d>() __attribute__((always_inline)) {
    if constexpr (d > 0) {
      const auto line = static_cast<unsigned>(taps.of[d][0]);
      row &= line < level.extent[d];
      row &= areSteps<0>(taps.of[d]);
      first += line * level.pitch[d - 1];
    }
  });
  return row ? first : nullptr;
}

/// The only line of an image of one coordinate.
template <int W, class Offset>
ALWAYS_INLINE void onlyLine(Places<W, Offset>& line) {
  for (int l = 0; l < W; ++l) line.offsets[l] = 0, line.inside[l] = 1, line.weights[l] = 1;
  line.allInside = line.isSame = true;
}

template <int W, class Offset>
ALWAYS_INLINE void addTo(Places<W, Offset>& line, const Places<W, Offset>& z) {
  EACH_ITEM(l) {
    line.offsets[l] += z.offsets[l];
    line.inside[l] &= z.inside[l];
    line.weights[l] *= z.weights[l];
  }
  line.allInside &= z.allInside;
  line.isSame &= z.isSame;
}

/// The stored words of the texels at x in the lines: 0 for those outside of the image, because the
/// border color has 0 in all that is stored.
template <class Texel, int W, class Offset>
ALWAYS_INLINE void loadWords(const unsigned char* texels, const Places<W, Offset>& x,
                             const Places<W, Offset>& line, Words<W>& words) {
  alignas(sizeof(Offset) * W) Offset offsets[W];
  EACH_ITEM(l) offsets[l] = x.offsets[l] + line.offsets[l];
  loadScattered<Texel::bytes>(texels, offsets, words);
  if (x.allInside & line.allInside) return;
  for (unsigned n = 0; n < gather::wordsOf<Texel::bytes>; ++n) EACH_ITEM(l)
  words.of[n][l] = x.inside[l] & line.inside[l] ? words.of[n][l] : 0;
}

/// The components of colors from the channels that are stored: `colors` has the latter.
template <class T, int W>
ALWAYS_INLINE void arrange(const Format& format, Texels<T, W>& colors) {
  constexpr unsigned kInOrder = 0x03020100;
  if (__builtin_bit_cast(unsigned, format.source) == kInOrder) return;
  const Texels<T, W> stored = colors;
  for (int c = 0; c < 4; ++c) {
    const unsigned char source = format.source[c];
    const T constant = static_cast<T>(source == One);
    if (source < 4)
      EACH_ITEM(l) colors.of[c][l] = stored.of[source][l];
    else
      EACH_ITEM(l) colors.of[c][l] = constant;
  }
}

/// The places of taps in x, and in the lines that y and z make.
template <int W, class Offset>
ALWAYS_INLINE void locateAll(const ImageDescriptor& image, const Level& level,
                             const Coordinates<int, W>& taps, bool mayLeave, Places<W, Offset>& x,
                             Places<W, Offset>& line) {
  const auto place = [&](int d, Places<W, Offset>& places) __attribute__((always_inline)) {
    locate(taps.of[d], level.extent[d], bytesOf<Offset>(image.format, level, d), mayLeave, places);
  };
  place(0, x);
  if (image.coordinates == 1) return onlyLine(line);
  place(1, line);
  if (image.coordinates == 2) return;
  Places<W, Offset> z;
  place(2, z);
  addTo(line, z);
}

/// Texels of raw types (RAW_TYPE of formats.def).
template <class T, int W>
ALWAYS_INLINE void loadRaw(const ImageDescriptor& image, const Level& level,
                           const Coordinates<int, W>& taps, Texels<T, W>& colors) {
  colors = {};
  if constexpr (!__is_same(T, unsigned)) return;
  const unsigned texels = image.format.type == ChannelType::UnsignedIntRaw10 ? 4 : 2,
                 low = 8 / texels;
  for (int l = 0; l < W; ++l) {
    colors.of[3][l] = 1;
    bool inside = true;
    const unsigned char* block = level.texels;
    eachCoordinate(image, [&]<int d>() __attribute__((always_inline)) {
      const auto tap = static_cast<unsigned>(taps.of[d][l]);
      inside &= tap < level.extent[d];
      block += d == 0 ? tap / texels * (texels + 1UL) : tap * level.pitch[d > 0 ? d - 1 : 0];
    });
    if (!inside) continue;
    const unsigned which = static_cast<unsigned>(taps.of[0][l]) % texels;
    colors.of[0][l] = static_cast<unsigned>(block[which]) << low |
                      (static_cast<unsigned>(block[texels]) >> which * low & codec::lowBits(low));
  }
}

template <class T, int W, class Offset, class Coordinate>
ALWAYS_INLINE void nearest(const ImageDescriptor& image, const Level& level,
                           const SamplerDescriptor& sampler, const Coordinates<Coordinate, W>& at,
                           Texels<T, W>& colors) {
  Coordinates<int, W> taps;
  eachCoordinate(image, [&]<int d>() __attribute__((always_inline)) {
    if (d > 0 && image.layerCoordinate == d)
      layerTaps(at.of[d], level.extent[d], taps.of[d]);
    else
      nearestTaps(sampler, at.of[d], level.extent[d], taps.of[d]);
  });
  const unsigned char* row = rowAt(image, level, taps);
  Places<W, Offset> x, line;
  if (!row) {
    eachCoordinate(image, [&]<int d>() __attribute__((always_inline)) {
      keepInside(sampler.addressing, static_cast<int>(level.extent[d]), taps.of[d]);
    });
    if constexpr (W == 1)
      if (!image.format.texelBytes) return loadRaw(image, level, taps, colors);
    locateAll(image, level, taps, sampler.addressing == Addressing::Clamp, x, line);
  }
  codec::withTexel(image.format, [&](auto texel) __attribute__((always_inline)) {
    using Texel = decltype(texel);
    if constexpr (__is_same(typename Texel::Value, T)) {
      Words<W> words;
      if (row)
        loadRow<Texel::bytes>(row, words);
      else if (x.isRow & line.isSame)
        loadRow<Texel::bytes>(level.texels + (x.offsets[0] + line.offsets[0]), words);
      else
        loadWords<Texel>(level.texels, x, line, words);
      eachTexel<Texel>(words, [&](int l, const T(&numbers)[4]) __attribute__((always_inline)) {
        for (unsigned c = 0; c < Texel::channels; ++c)
          colors.of[c][l] = Texel::value(c, numbers[c]);
      });
    } else {
      colors = {};  // kernels may ask for values of another kind than the format has
    }
  });
  arrange(image.format, colors);
}

/// The taps along a coordinate: one, or the two of a linear filter.
template <int W, class Offset>
ALWAYS_INLINE int sides(const ImageDescriptor& image, const Level& level,
                        const SamplerDescriptor& sampler, const float (&at)[W], int d,
                        Places<W, Offset> (&places)[2]) {
  const auto bytes = bytesOf<Offset>(image.format, level, d);
  if (d > 0 && d == image.layerCoordinate) {
    alignas(4 * W) int taps[W];
    layerTaps(at, level.extent[d], taps);
    locate(taps, level.extent[d], bytes, false, places[0]);
    EACH_ITEM(l) places[0].weights[l] = 1;
    return 1;
  }
  const bool mayLeave = sampler.addressing == Addressing::Clamp;
  Taps<W> taps;
  linearTaps(sampler, at, level.extent[d], taps);
  bool isOne = true;
  EACH_ITEM(l) {
    places[0].weights[l] = 1 - taps.weight[l];
    places[1].weights[l] = taps.weight[l];
    isOne &= taps.weight[l] == 0;
  }
  locate(taps.first, level.extent[d], bytes, mayLeave, places[0]);
  // A texel without weight counts only if it may be infinite or not a number.
  if (isOne && isFinite(image.format)) return 1;
  locate(taps.second, level.extent[d], bytes, mayLeave, places[1]);
  return 2;
}

/// The sum by section 7.2, first the texels of smaller y and z. It is that of the stored numbers,
/// and becomes a color at the end.
template <int W, class Offset>
ALWAYS_INLINE void linear(const ImageDescriptor& image, const Level& level,
                          const SamplerDescriptor& sampler, const Coordinates<float, W>& at,
                          Texels<float, W>& colors) {
  if constexpr (W == 1)  // as those of raw types
    if (!image.format.texelBytes) {
      colors = {};
      return;
    }
  if constexpr (W > 1) {
    LinearTaps<W> taps;
    if (findTaps(image, level, sampler, at.of, taps)) {
      codec::withTexel(image.format, [&](auto texel) __attribute__((always_inline)) {
        using Texel = decltype(texel);
        if constexpr (__is_same(typename Texel::Value, float)) {
          Texels<float, W> sums = {};
          sumInside<Texel>(image, level, taps, sums);
          for (unsigned c = 0; c < Texel::channels; ++c) EACH_ITEM(l)
          colors.of[c][l] = Texel::value(c, sums.of[c][l]);
        } else {
          colors = {};
        }
      });
      return arrange(image.format, colors);
    }
  }
  Places<W, Offset> x[2], lines[4];
  const int countX = sides(image, level, sampler, at.of[0], 0, x);
  int countLines = 1;
  if (image.coordinates == 1) {
    onlyLine(lines[0]);
  } else {
    auto& y = reinterpret_cast<Places<W, Offset>(&)[2]>(lines);
    countLines = sides(image, level, sampler, at.of[1], 1, y);
    if (image.coordinates == 3) {
      Places<W, Offset> z[2];
      const int countZ = sides(image, level, sampler, at.of[2], 2, z);
      for (int n = 0; n < countLines; ++n) {
        if (countZ == 2) {
          lines[countLines + n] = lines[n];
          addTo(lines[countLines + n], z[1]);
        }
        addTo(lines[n], z[0]);
      }
      countLines *= countZ;
    }
  }
  codec::withTexel(image.format, [&](auto texel) __attribute__((always_inline)) {
    using Texel = decltype(texel);
    if constexpr (__is_same(typename Texel::Value, float)) {
      Texels<float, W> sums = {};
      for (int n = 0; n < countLines; ++n) {
        const auto add = [&](const Words<W>& words, int side) __attribute__((always_inline)) {
          eachTexel<Texel>(words,
                           [&](int l, const float(&numbers)[4]) __attribute__((always_inline)) {
                             const float weight = x[side].weights[l] * lines[n].weights[l];
                             for (unsigned c = 0; c < Texel::channels; ++c)
                               sums.of[c][l] += weight * numbers[c];
                           });
        };
        for (int side = 0; side < countX; ++side) {
          Words<W> words;
          loadWords<Texel>(level.texels, x[side], lines[n], words);
          add(words, side);
        }
      }
      for (unsigned c = 0; c < Texel::channels; ++c) EACH_ITEM(l)
      colors.of[c][l] = Texel::value(c, sums.of[c][l]);
    } else {
      colors = {};
    }
  });
  arrange(image.format, colors);
}

/// Offsets have 32 bits where that suffices, and W items at once are worth it.
template <class T, class Coordinate, int W, class Offset>
ALWAYS_INLINE void sampleBy(const ImageDescriptor& image, const Level& level,
                            const SamplerDescriptor& sampler, const Coordinates<Coordinate, W>& at,
                            Texels<T, W>& colors) {
  if constexpr (__is_same(T, float) && __is_same(Coordinate, float))
    if (sampler.filter == Filter::Linear)
      return linear<W, Offset>(image, level, sampler, at, colors);
  nearest<T, W, Offset>(image, level, sampler, at, colors);
}

/// Item by item, for large images: offsets of 64 bits.
template <class T, class Coordinate, int W>
[[gnu::noinline]] inline void sampleOneByOne(const ImageDescriptor& image, const Level& level,
                                             const SamplerDescriptor& sampler,
                                             const Coordinates<Coordinate, W>& at,
                                             Texels<T, W>& colors) {
  for (int l = 0; l < W; ++l) {
    const Coordinates<Coordinate, 1> one = {{{at.of[0][l]}, {at.of[1][l]}, {at.of[2][l]}}};
    Texels<T, 1> color;
    sampleBy<T, Coordinate, 1, long>(image, level, sampler, one, color);
    for (int c = 0; c < 4; ++c) colors.of[c][l] = color.of[c][0];
  }
}

template <class T, class Coordinate, int W>
ALWAYS_INLINE void sampleLevel(const ImageDescriptor& image, const Level& level,
                               const SamplerDescriptor& sampler,
                               const Coordinates<Coordinate, W>& at, Texels<T, W>& colors) {
  if constexpr (W == 1) {
    sampleBy<T, Coordinate, 1, long>(image, level, sampler, at, colors);
  } else if (level.isSmall) {
    sampleBy<T, Coordinate, W, int>(image, level, sampler, at, colors);
  } else {
    // Copies: what another function may change does not become registers.
    const Coordinates<Coordinate, W> places = at;
    Texels<T, W> found;
    sampleOneByOne(image, level, sampler, places, found);
    colors = found;
  }
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
    // OpenGL takes the larger image of two levels that are as near.
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
  lookup::sampleLevel(image, image.level[level < image.levels ? level : 0], kSampler, at, colors);
}

namespace lookup {

template <class T, int W, class Offset>
ALWAYS_INLINE void store(const ImageDescriptor& image, const Level& level,
                         const Coordinates<int, W>& at, const int (&active)[W],
                         const Texels<T, W>& colors) {
  bool all = true;
  EACH_ITEM(l) all &= active[l] != 0;
  if (unsigned char* row = rowAt(image, level, at); row && all)
    return withWords(image.format, colors,
                     [&](auto texel, const Words<W>& words) __attribute__((always_inline)) {
                       storeRow<decltype(texel)::bytes>(words, row);
                     });
  Places<W, Offset> x, line;
  locateAll(image, level, at, true, x, line);
  withWords(image.format, colors,
            [&](auto texel, const Words<W>& words) __attribute__((always_inline)) {
              for (int l = 0; l < W; ++l)
                if (active[l] && (x.inside[l] & line.inside[l]))
                  gather::store<decltype(texel)::bytes>(
                      words, l, level.texels + (x.offsets[l] + line.offsets[l]));
            });
}

}  // namespace lookup

/// OpImageWrite, for work-items whose `active` is not 0.
template <class T, int W>
ALWAYS_INLINE void write(const ImageDescriptor& image, const Coordinates<int, W>& at,
                         unsigned number, const int (&active)[W], const Texels<T, W>& colors) {
  if (number >= image.levels) return;
  const Level& level = image.level[number];
  if (W > 1 && level.isSmall)
    lookup::store<T, W, int>(image, level, at, active, colors);
  else
    lookup::store<T, W, long>(image, level, at, active, colors);
}

}  // namespace lanewise::images
