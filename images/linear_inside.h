// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear filtering of W work-items whose taps all lie inside of the image, where most look-ups are:
// no tap moves to an edge, and both texels along each coordinate lie at fixed distances from the
// first ones. lookup.h calls this, and has the rest. Freestanding.
#pragma once

#include "images/address.h"
#include "images/codec.h"
#include "images/gather.h"

namespace lanewise::images::lookup {

/// All of W items are the first one plus their number times `step`.
template <int step, int W>
ALWAYS_INLINE bool areSteps(const int (&items)[W]) {
  bool all = true;
  EACH_ITEM(l) all &= items[l] == items[0] + step * l;
  return all;
}

/// What the addresses of texels have in bytes for each step along a coordinate.
template <class Offset>
ALWAYS_INLINE Offset bytesOf(const Format& format, const Level& level, int coordinate) {
  return static_cast<Offset>(coordinate == 0 ? format.texelBytes : level.pitch[coordinate - 1]);
}

/// Calls `body` for each coordinate of the image. The numbers are constants, so that arrays stay in
/// registers.
template <class Body>
ALWAYS_INLINE void eachCoordinate(const ImageDescriptor& image, const Body& body) {
  body.template operator()<0>();
  if (image.coordinates > 1) body.template operator()<1>();
  if (image.coordinates > 2) body.template operator()<2>();
}

/// Calls `body` with each item and the numbers of its texel's channels.
template <class Texel, int W, class Body>
ALWAYS_INLINE void eachTexel(const Words<W>& words, const Body& body) {
  EACH_ITEM(l) {
    const unsigned texel[4] = {words.of[0][l], words.of[1][l], words.of[2][l], words.of[3][l]};
    typename Texel::Value numbers[4];
    Texel::load(texel, numbers);
    body(l, numbers);
  }
}

/// The taps of W items along the coordinates of an image.
template <int W>
struct alignas(4 * W) LinearTaps {
  float first[3][W];    // numbers of the first texels, which may be any floats
  float weights[3][W];  // of the second texels
  bool hasSecond[3];    // false: no item has a second texel along this coordinate
};

/// Greater numbers of texels may have no float.
inline constexpr unsigned kMostExactExtent = 1U << 24;

/// Returns whether all taps are inside.
template <int W>
ALWAYS_INLINE bool findTaps(const ImageDescriptor& image, const Level& level,
                            const SamplerDescriptor& sampler, const float (&at)[3][W],
                            LinearTaps<W>& taps) {
  taps.hasSecond[1] = taps.hasSecond[2] = false;
  bool areExact = true, allInside = true;
  eachCoordinate(image, [&]<int d>() __attribute__((always_inline)) {
    auto &first = taps.first[d], &weights = taps.weights[d];
    if (d > 0 && image.layerCoordinate == d) {
      alignas(4 * W) int layers[W];
      layerTaps(at[d], level.extent[d], layers);
      EACH_ITEM(l) first[l] = static_cast<float>(layers[l]);
      EACH_ITEM(l) weights[l] = 0;
      return;
    }
    linearNumbers(sampler, at[d], level.extent[d], first, weights);
    bool isOne = true;
    EACH_ITEM(l) isOne &= weights[l] == 0;
    // A texel without weight counts only if it may be infinite or not a number.
    taps.hasSecond[d] = !(isOne && isFinite(image.format));
    const auto end = static_cast<float>(level.extent[d] - taps.hasSecond[d]);
    areExact &= level.extent[d] <= kMostExactExtent;
    bool all = true;
    EACH_ITEM(l) all &= (first[l] >= 0) & (first[l] < end);
    allInside &= all;
  });
  return areExact & allInside;
}

/// The offsets of the first texels, in bytes. \pre All taps are inside, and offsets fit in 31 bits.
template <int W>
ALWAYS_INLINE void firstOffsets(const ImageDescriptor& image, const Level& level,
                                const LinearTaps<W>& taps, int (&offsets)[W]) {
  EACH_ITEM(l) offsets[l] = static_cast<int>(taps.first[0][l]) * image.format.texelBytes;
  eachCoordinate(image, [&]<int d>() __attribute__((always_inline)) {
    if constexpr (d > 0) {
      const auto bytes = bytesOf<int>(image.format, level, d);
      EACH_ITEM(l) offsets[l] += static_cast<int>(taps.first[d][l]) * bytes;
    }
  });
}

/// The sum of texels of one line, as linear() in lookup.h has it.
template <class Texel, int W>
ALWAYS_INLINE void addLine(const unsigned char* texels, const int (&offsets)[W], bool isRow,
                           const LinearTaps<W>& taps, const float (&lineWeights)[W],
                           Texels<float, W>& sums) {
  const auto add = [&](const Words<W>& words, bool isSecond) __attribute__((always_inline)) {
    eachTexel<Texel>(words, [&](int l, const float(&numbers)[4]) __attribute__((always_inline)) {
      const float second = taps.weights[0][l];
      const float weight = (isSecond ? second : 1 - second) * lineWeights[l];
      for (unsigned c = 0; c < Texel::channels; ++c) sums.of[c][l] += weight * numbers[c];
    });
  };
  Words<W> words[2];
  if (isRow) {
    loadRow<Texel::bytes>(texels + offsets[0], words[0]);
    if (taps.hasSecond[0]) loadRow<Texel::bytes>(texels + offsets[0] + Texel::bytes, words[1]);
  } else if (!taps.hasSecond[0]) {
    loadScattered<Texel::bytes>(texels, offsets, words[0]);
  } else if constexpr (hasPairs<Texel::bytes>) {
    loadPairs<Texel::bytes>(texels, offsets, words);
  } else {
    loadScattered<Texel::bytes>(texels, offsets, words[0]);
    loadScattered<Texel::bytes>(texels + Texel::bytes, offsets, words[1]);
  }
  add(words[0], false);
  if (taps.hasSecond[0]) add(words[1], true);
}

/// \pre All taps are inside, and offsets fit in 31 bits.
template <class Texel, int W>
ALWAYS_INLINE void sumInside(const ImageDescriptor& image, const Level& level,
                             const LinearTaps<W>& taps, Texels<float, W>& sums) {
  alignas(4 * W) int offsets[W];
  firstOffsets(image, level, taps, offsets);
  const bool isRow = areSteps<static_cast<int>(Texel::bytes)>(offsets);
  alignas(4 * W) float lineWeights[W];
  const unsigned char* texels = level.texels;
  if (image.coordinates == 1) {
    EACH_ITEM(l) lineWeights[l] = 1;
    return addLine<Texel>(texels, offsets, isRow, taps, lineWeights, sums);
  }
  const float(&y)[W] = taps.weights[1];
  if (image.coordinates == 2) {
    EACH_ITEM(l) lineWeights[l] = 1 - y[l];
    for (bool isSecond = false;; isSecond = true) {
      addLine<Texel>(texels, offsets, isRow, taps, lineWeights, sums);
      if (isSecond || !taps.hasSecond[1]) return;
      texels += level.pitch[0];
      EACH_ITEM(l) lineWeights[l] = y[l];
    }
  }
  const float(&z)[W] = taps.weights[2];
  const int countY = taps.hasSecond[1] ? 2 : 1, count = taps.hasSecond[2] ? 2 * countY : countY;
  for (int n = 0; n < count; ++n) {
    const bool secondZ = n >= countY, secondY = n - (secondZ ? countY : 0) != 0;
    EACH_ITEM(l)
    lineWeights[l] = (secondY ? y[l] : 1 - y[l]) * (secondZ ? z[l] : 1 - z[l]);
    addLine<Texel>(texels + (secondY ? level.pitch[0] : 0) + (secondZ ? level.pitch[1] : 0),
                   offsets, isRow, taps, lineWeights, sums);
  }
}

}  // namespace lanewise::images::lookup
