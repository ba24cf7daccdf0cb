// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion is that of image writes of kernels (images/codec.h), for one texel.
#include "runtime/memory/fill_color.h"

#include "images/codec.h"
#include "images/formats.h"

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
  images::storeColors(format, images::Row{reinterpret_cast<unsigned char*>(texel)}, values);
}

}  // namespace

std::array<std::byte, 16> texelOf(const images::Format& format, const void* color) {
  std::array<std::byte, 16> texel{};
  if (images::valuesOf(format.type) == images::Values::Float)
    store<float>(format, color, texel.data());
  else
    store<unsigned>(format, color, texel.data());
  return texel;
}

}  // namespace lanewise
