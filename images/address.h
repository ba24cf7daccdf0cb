// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which texels a lookup reads along one coordinate, for W work-items at a time: addressing modes
// and filters by section 7.2 of the environment specification. Freestanding.
//
// A tap is a number of a texel; one of -1 or `extent` is outside of the image, which only
// Addressing::Clamp gives. Where the specification leaves the result undefined (NaN, infinite
// coordinates, Addressing::None outside of the image, Repeat without normalized coordinates), the
// tap is any of the texels.
#pragma once

#include "images/items.h"
#include "images/layout.h"

namespace lanewise::images {

template <int W>
struct alignas(4 * W) Taps {
  int first[W], second[W];  // second: for linear filtering
  float weight[W];          // of the second
};

namespace address {

/// The number of a texel of a float that has no fraction: -1 below the image (and for NaN),
/// `extent` beyond it.
ALWAYS_INLINE int tapOf(float number, float extent) {
  const float above = number > -1.0F ? number : -1.0F;
  return static_cast<int>(above < extent ? above : extent);
}

ALWAYS_INLINE int inside(int tap, int extent) {
  const int above = tap > 0 ? tap : 0;
  return above < extent ? above : extent - 1;
}

/// The coordinate that Repeat and RepeatMirrored fold into the image, in texels.
ALWAYS_INLINE float folded(Addressing addressing, float coordinate, float extent) {
  if (addressing == Addressing::Repeat) return (coordinate - __builtin_floorf(coordinate)) * extent;
  const float even = 2.0F * __builtin_rintf(0.5F * coordinate);
  return __builtin_fabsf(coordinate - even) * extent;
}

ALWAYS_INLINE bool folds(Addressing addressing) {
  return addressing == Addressing::Repeat || addressing == Addressing::RepeatMirrored;
}

}  // namespace address

/// Moves taps that are outside to the edge, for all addressing modes but Clamp.
template <int W>
ALWAYS_INLINE void keepInside(Addressing addressing, int extent, int (&taps)[W]) {
  if (addressing == Addressing::Clamp) return;
  EACH_ITEM(l) taps[l] = address::inside(taps[l], extent);
}

/// The texels nearest to the coordinates; keepInside() comes next.
template <int W>
ALWAYS_INLINE void nearestTaps(const SamplerDescriptor& sampler, const float (&coordinates)[W],
                               unsigned extent, int (&taps)[W]) {
  const auto size = static_cast<float>(extent);
  if (address::folds(sampler.addressing)) {
    EACH_ITEM(l)
    taps[l] = address::tapOf(
        __builtin_floorf(address::folded(sampler.addressing, coordinates[l], size)), size);
    // A fold may round up to the extent: Repeat starts again.
    if (sampler.addressing == Addressing::Repeat)
      EACH_ITEM(l) taps[l] = taps[l] < static_cast<int>(extent) ? taps[l] : 0;
  } else {
    const float scale = sampler.isNormalized ? size : 1.0F;
    EACH_ITEM(l)
    taps[l] = address::tapOf(__builtin_floorf(coordinates[l] * scale), size);
  }
}

template <int W>
ALWAYS_INLINE void nearestTaps(const SamplerDescriptor&, const int (&coordinates)[W], unsigned,
                               int (&taps)[W]) {
  EACH_ITEM(l) taps[l] = coordinates[l];
}

/// The number of the first texel of a linear filter, which may be any float, and the weight of the
/// second one.
template <int W>
ALWAYS_INLINE void linearNumbers(const SamplerDescriptor& sampler, const float (&coordinates)[W],
                                 unsigned extent, float (&numbers)[W], float (&weights)[W]) {
  const auto size = static_cast<float>(extent);
  alignas(4 * W) float texels[W];
  if (address::folds(sampler.addressing)) {
    EACH_ITEM(l) texels[l] = address::folded(sampler.addressing, coordinates[l], size);
  } else {
    const float scale = sampler.isNormalized ? size : 1.0F;
    EACH_ITEM(l) texels[l] = coordinates[l] * scale;
  }
  EACH_ITEM(l) {
    const float from = texels[l] - 0.5F;
    numbers[l] = __builtin_floorf(from);
    weights[l] = from - numbers[l];
  }
}

/// The two texels on both sides of each coordinate.
template <int W>
ALWAYS_INLINE void linearTaps(const SamplerDescriptor& sampler, const float (&coordinates)[W],
                              unsigned extent, Taps<W>& taps) {
  const auto size = static_cast<float>(extent);
  const int count = static_cast<int>(extent);
  alignas(4 * W) float numbers[W];
  linearNumbers(sampler, coordinates, extent, numbers, taps.weight);
  EACH_ITEM(l) {
    taps.first[l] = address::tapOf(numbers[l], size);
    taps.second[l] = address::tapOf(numbers[l] + 1, size);
  }
  if (sampler.addressing == Addressing::Repeat) EACH_ITEM(l) {
      taps.first[l] = taps.first[l] < 0 ? count - 1 : taps.first[l];
      taps.second[l] = taps.second[l] < count ? taps.second[l] : 0;
    }
  keepInside(sampler.addressing, count, taps.first);
  keepInside(sampler.addressing, count, taps.second);
}

/// The layer of an array, which no addressing mode changes.
template <int W>
ALWAYS_INLINE void layerTaps(const float (&coordinates)[W], unsigned layers, int (&taps)[W]) {
  EACH_ITEM(l)
  taps[l] =
      address::inside(address::tapOf(__builtin_rintf(coordinates[l]), static_cast<float>(layers)),
                      static_cast<int>(layers));
}

template <int W>
ALWAYS_INLINE void layerTaps(const int (&coordinates)[W], unsigned layers, int (&taps)[W]) {
  EACH_ITEM(l) taps[l] = address::inside(coordinates[l], static_cast<int>(layers));
}

}  // namespace lanewise::images
