// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host tells kernels about an image and a sampler: plain data that the device library
// reads. An image argument in the argument block is the address of an ImageDescriptor, a sampler
// argument that of a SamplerDescriptor. Raise kAbiVersion (interface/kernel_abi.h) for any change
// here.
#pragma once

namespace lanewise::images {

enum class ChannelType : unsigned char {
#define CHANNEL_TYPE(name, constant, number, ...) name = number,
#include "images/formats.def"
};

enum class ChannelOrder : unsigned char {
#define CHANNEL_ORDER(name, constant, number, ...) name = number,
#include "images/formats.def"
};

/// Where a component of a color comes from: one of the stored channels 0 to 3, or a constant.
inline constexpr unsigned char Zero = 4, One = 5;

inline constexpr int kMostTexelBytes = 16;

/// How a texel is stored. formats.h makes it from an order and a type.
struct Format {
  ChannelOrder order;
  ChannelType type;
  unsigned char channels;    // stored for a texel, each as `type` says
  unsigned char texelBytes;  // at most kMostTexelBytes; 0: texels share bytes (raw types)
  /// Red, green, blue and alpha of a color: the number of a stored channel, Zero or One.
  unsigned char source[4];
  /// What each stored channel is written from: 0 to 3 for red to alpha. A channel that is not read
  /// (x) is written from the component with its number.
  unsigned char target[4];
  unsigned char isSrgb;  // 1: all channels but alpha are encoded as sRGB
};

/// One level of detail: the texel (x, y, z) is texels + x * texelBytes + y * pitch[0] + z *
/// pitch[1]. y of a 1D array and z of a 2D array are numbers of layers. Coordinates that an image
/// lacks are 0.
struct Level {
  unsigned char* texels;
  unsigned long pitch[2];
  unsigned extent[3];  // 1 where the image has no such coordinate
  unsigned isSmall;    // 1: offsets fit in 31 bits, and those of a row of 16 that begins in it
};

constexpr bool isFinite(const Format& format) {
  return format.type != ChannelType::HalfFloat && format.type != ChannelType::Float;
}

/// What `isSmall` of a level is. Raw types, whose texels share bytes, are read one by one.
constexpr bool isSmall(const Format& format, const Level& level) {
  if (format.texelBytes == 0) return false;
  constexpr unsigned long kMostRow = 16;  // items: the largest number of lanes
  const unsigned long last = (level.extent[0] - 1UL) * format.texelBytes +
                             (level.extent[1] - 1UL) * level.pitch[0] +
                             (level.extent[2] - 1UL) * level.pitch[1];
  return last + kMostRow * kMostTexelBytes < 1UL << 31;
}

/// The members of abi::CheckedObject with these names, of the memory that has the texels and begins
/// at `begin`. Null while nothing is kept for the check of races.
struct AccessHistory {
  unsigned char* begin;
  unsigned long *writes, *reads;
  unsigned *writeSites, *readSites;
};

inline constexpr unsigned kMostLevels = 16;
inline constexpr unsigned char kNoLayers = 3;

struct ImageDescriptor {
  Format format;
  unsigned char coordinates;      // 1 to 3, with that of layers
  unsigned char layerCoordinate;  // 1 or 2 in arrays, kNoLayers elsewhere
  unsigned char levels;           // at least 1
  Level level[kMostLevels];
  AccessHistory history;
};

/// What is before the levels has no padding: equal images have equal bytes.
static_assert(__builtin_offsetof(ImageDescriptor, level) == 16);

/// The numbers are those of SPIR-V (SamplerAddressingMode), the constant of the API is 0x1130 more.
enum class Addressing : unsigned char { None, ClampToEdge, Clamp, Repeat, RepeatMirrored };
/// The numbers are those of SPIR-V (SamplerFilterMode), the constant of the API is 0x1140 more.
enum class Filter : unsigned char { Nearest, Linear };

/// The greatest level of detail of a sampler that does not say one.
inline constexpr float kMostLod = 0x1.fffffep127F;

struct SamplerDescriptor {
  Addressing addressing;
  Filter filter;
  unsigned char isNormalized;
  Filter mipFilter;
  float leastLod, mostLod;
};

}  // namespace lanewise::images
