// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion is that of image writes of kernels (images/codec.h), for one texel.
#include "runtime/memory/fill_color.h"

#include "images/codec.h"
#include "images/formats.h"

#include <algorithm>
#include <cstring>

namespace lanewise {
namespace {

template <class T>
void store(const images::Format& format, const void* color, std::byte* texel) {
  T components[4] = {};
  const bool isDepth = format.order == images::ChannelOrder::Depth;
  std::memcpy(components, color, isDepth ? sizeof(T) : sizeof components);
  images::Texels<T, 1> values;
  for (size_t i = 0; i < 4; ++i) values.of[i][0] = components[i];
  images::storeColor(format, reinterpret_cast<unsigned char*>(texel), values);
}

/// All texels of the block have the value of red, or the largest one below it.
void storeRaw(images::Block block, const void* color, std::byte* bytes) {
  const unsigned low = 8 / block.texels, most = (1U << (8 + low)) - 1;
  unsigned red = 0;
  std::memcpy(&red, color, sizeof red);
  red = std::min(red, most);
  std::fill_n(bytes, block.texels, static_cast<std::byte>(red >> low));
  unsigned lowBits = 0;
  for (unsigned i = 0; i < block.texels; ++i) lowBits |= (red & ((1U << low) - 1)) << i * low;
  bytes[block.texels] = static_cast<std::byte>(lowBits);
}

}  // namespace

std::array<std::byte, 16> blockOf(const images::Format& format, const void* color) {
  std::array<std::byte, 16> texel{};
  if (!format.texelBytes) {
    storeRaw(images::blockOf(format), color, texel.data());
    return texel;
  }
  if (images::valuesOf(format.type) == images::Values::Float)
    store<float>(format, color, texel.data());
  else
    store<unsigned>(format, color, texel.data());
  return texel;
}

}  // namespace lanewise
