// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Section 7 of the environment specification, written down once more and slowly: one texel, one
// coordinate, in double. Nothing of images/ but the numbers of its enumerations is used.
#pragma once

#include "images/layout.h"

#include <array>
#include <cstddef>
#include <vector>

namespace lanewise::test {

using Color = std::array<double, 4>;  // red, green, blue, alpha; integers are exact

/// Table 11 and the extension's tables: bytes of a texel to its color, and back (rounded to nearest
/// even).
Color decode(images::ChannelOrder order, images::ChannelType type, const unsigned char* bytes);
std::vector<unsigned char> encode(images::ChannelOrder order, images::ChannelType type,
                                  Color color);
/// The color outside of the image.
Color border(images::ChannelOrder order);

/// What a lookup reads along one coordinate: texels (or -1: outside) and their weights.
struct Tap {
  long texel;
  double weight;
};
std::vector<Tap> taps(images::Addressing addressing, images::Filter filter, bool isNormalized,
                      double coordinate, long extent);

}  // namespace lanewise::test
