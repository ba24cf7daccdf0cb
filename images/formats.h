// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of formats.def as Format values. Host code only.
#pragma once

#include "images/layout.h"

#include <array>
#include <string_view>

namespace lanewise::images {

/// What kernels see as the components of a color.
enum class Values { Float, Signed, Unsigned };

constexpr Values valuesOf(ChannelType type) {
  switch (type) {
#define CHANNEL_TYPE(name, constant, number, values, ...) \
  case ChannelType::name: return Values::values;
#include "images/formats.def"
  }
  return Values::Float;
}

/// Bits of each channel; 0 if the channels of a texel are packed in one number.
constexpr unsigned channelBits(ChannelType type) {
  switch (type) {
#define CHANNEL_TYPE(name, constant, number, values, bits) \
  case ChannelType::name: return bits;
#include "images/formats.def"
  }
  return 0;
}

/// Bytes of a texel of a packed type, 0 for other types.
constexpr unsigned packedBytes(ChannelType type) {
  switch (type) {
#define PACKED_TYPE(name, bytes, ...) \
  case ChannelType::name: return bytes;
#include "images/formats.def"
    default: return 0;
  }
}

/// The least number of texels that share no bytes with others, and their bytes.
struct Block {
  unsigned texels, bytes;
};

/// {0, 0} for types that are not raw.
constexpr Block rawBlock(ChannelType type) {
  switch (type) {
#define RAW_TYPE(name, texels, bytes) \
  case ChannelType::name: return {texels, bytes};
#include "images/formats.def"
    default: return {0, 0};
  }
}

/// The extension to which the type belongs; empty: OpenCL 3.1.
constexpr std::string_view extensionOf(ChannelType type) {
  switch (type) {
#define EXTENSION_TYPE(name, extension) \
  case ChannelType::name: return #extension;
#include "images/formats.def"
    default: return {};
  }
}

constexpr Block blockOf(const Format& format) {
  return format.texelBytes ? Block{1, format.texelBytes} : rawBlock(format.type);
}

constexpr bool isSrgb(ChannelOrder order) {
  return order == ChannelOrder::sRGB || order == ChannelOrder::sRGBx ||
         order == ChannelOrder::sRGBA || order == ChannelOrder::sBGRA;
}

/// \pre formats.def has the pair.
constexpr Format makeFormat(ChannelOrder order, ChannelType type) {
  Format format = {};
  format.order = order;
  format.type = type;
  switch (order) {
#define CHANNEL_ORDER(name, constant, number, count, red, green, blue, alpha) \
  case ChannelOrder::name:                                                    \
    format.channels = count;                                                  \
    format.source[0] = red, format.source[1] = green;                         \
    format.source[2] = blue, format.source[3] = alpha;                        \
    break;
#include "images/formats.def"
  }
  for (unsigned char channel = 0; channel < 4; ++channel) format.target[channel] = channel;
  for (int component = 3; component >= 0; --component)
    if (format.source[component] < 4)
      format.target[format.source[component]] = static_cast<unsigned char>(component);
  const unsigned packed = packedBytes(type);
  if (!rawBlock(type).texels)
    format.texelBytes =
        static_cast<unsigned char>(packed ? packed : channelBits(type) / 8 * format.channels);
  format.isSrgb = isSrgb(order);
  return format;
}

inline constexpr std::array kFormats = {
#define IMAGE_FORMAT(order, type) makeFormat(ChannelOrder::order, ChannelType::type),
#include "images/formats.def"
};

inline constexpr std::array kRawFormats = {
#define RAW_FORMAT(order, type) makeFormat(ChannelOrder::order, ChannelType::type),
#include "images/formats.def"
};

}  // namespace lanewise::images
