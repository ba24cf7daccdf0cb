// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoding and encoding by tables of names, which images/codec.h does not use; coordinates in
// double.
#include "tests/images/reference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanewise::test {
namespace {

using images::Addressing;
using images::ChannelOrder;
using images::ChannelType;

// The stored channels, in the order of memory: r g b a, x for padding, i and l for intensity and
// luminance.
std::string_view channelsOf(ChannelOrder order) {
  switch (order) {
    case ChannelOrder::R: return "r";
    case ChannelOrder::A: return "a";
    case ChannelOrder::RG: return "rg";
    case ChannelOrder::RA: return "ra";
    case ChannelOrder::RGB: return "rgb";
    case ChannelOrder::RGBA: return "rgba";
    case ChannelOrder::BGRA: return "bgra";
    case ChannelOrder::ARGB: return "argb";
    case ChannelOrder::Intensity: return "i";
    case ChannelOrder::Luminance: return "l";
    case ChannelOrder::Rx: return "r";
    case ChannelOrder::RGx: return "rg";
    case ChannelOrder::RGBx: return "rgb";
    case ChannelOrder::Depth: return "r";
    case ChannelOrder::sRGB: return "rgb";
    case ChannelOrder::sRGBx: return "rgbx";
    case ChannelOrder::sRGBA: return "rgba";
    case ChannelOrder::sBGRA: return "bgra";
    case ChannelOrder::ABGR: return "abgr";
  }
  return {};
}

bool isSrgb(ChannelOrder order) {
  return order == ChannelOrder::sRGB || order == ChannelOrder::sRGBx ||
         order == ChannelOrder::sRGBA || order == ChannelOrder::sBGRA;
}

template <class T>
T numberAt(const unsigned char* bytes, size_t index) {
  T number;
  std::memcpy(&number, bytes + index * sizeof(T), sizeof(T));
  return number;
}

double linearOf(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

double srgbOf(double linear) {
  if (!(linear >= 0)) return 0;
  if (linear > 1) return 1;
  return linear < 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

// Highest bit first: which channel, and how many bits.
struct Packed {
  std::string_view channels;
  std::array<int, 4> bits;
  int unused;
};

Packed packed(ChannelType type) {
  switch (type) {
    case ChannelType::UnormShort565: return {"rgb", {5, 6, 5, 0}, 0};
    case ChannelType::UnormShort555: return {"rgb", {5, 5, 5, 0}, 1};
    case ChannelType::UnormInt101010: return {"rgb", {10, 10, 10, 0}, 2};
    case ChannelType::UnormInt101010_2: return {"rgba", {10, 10, 10, 2}, 0};
    case ChannelType::UnormInt2_101010: return {"abgr", {2, 10, 10, 10}, 0};
    default: return {{}, {}, 0};
  }
}

unsigned packedBytes(ChannelType type) {
  return type == ChannelType::UnormShort565 || type == ChannelType::UnormShort555 ? 2 : 4;
}

double channel(ChannelType type, const unsigned char* bytes, size_t index) {
  switch (type) {
    case ChannelType::SnormInt8: return std::max(-1.0, numberAt<int8_t>(bytes, index) / 127.0);
    case ChannelType::SnormInt16: return std::max(-1.0, numberAt<int16_t>(bytes, index) / 32767.0);
    case ChannelType::UnormInt8: return numberAt<uint8_t>(bytes, index) / 255.0;
    case ChannelType::UnormInt16: return numberAt<uint16_t>(bytes, index) / 65535.0;
    case ChannelType::SignedInt8: return numberAt<int8_t>(bytes, index);
    case ChannelType::SignedInt16: return numberAt<int16_t>(bytes, index);
    case ChannelType::SignedInt32: return numberAt<int32_t>(bytes, index);
    case ChannelType::UnsignedInt8: return numberAt<uint8_t>(bytes, index);
    case ChannelType::UnsignedInt16: return numberAt<uint16_t>(bytes, index);
    case ChannelType::UnsignedInt32: return numberAt<uint32_t>(bytes, index);
    case ChannelType::HalfFloat: return static_cast<double>(numberAt<_Float16>(bytes, index));
    case ChannelType::Float: return numberAt<float>(bytes, index);
    case ChannelType::UnormInt10X6: return numberAt<uint16_t>(bytes, index) / 64 / 1023.0;
    case ChannelType::UnormInt12X4: return numberAt<uint16_t>(bytes, index) / 16 / 4095.0;
    case ChannelType::UnormInt14X2: return numberAt<uint16_t>(bytes, index) / 4 / 16383.0;
    case ChannelType::UnsignedInt10X6: return numberAt<uint16_t>(bytes, index) / 64;
    case ChannelType::UnsignedInt12X4: return numberAt<uint16_t>(bytes, index) / 16;
    case ChannelType::UnsignedInt14X2: return numberAt<uint16_t>(bytes, index) / 4;
    default: return 0;
  }
}

template <class T>
void append(std::vector<unsigned char>& bytes, T number) {
  const auto* first = reinterpret_cast<const unsigned char*>(&number);
  bytes.insert(bytes.end(), first, first + sizeof(T));
}

// The current rounding mode is to nearest even.
double bounded(double value, double low, double high) {
  return std::isnan(value) ? 0 : std::nearbyint(std::clamp(value, low, high));
}

// Of a product in float, which the specification prefers: 0.62549019 becomes 160 of 255.
double scaled(double value, double scale, double low) {
  return bounded(static_cast<float>(value) * static_cast<float>(scale), low, scale);
}

void appendChannel(std::vector<unsigned char>& bytes, ChannelType type, double value) {
  switch (type) {
    case ChannelType::SnormInt8:
      return append(bytes, static_cast<int8_t>(scaled(value, 127, -128)));
    case ChannelType::SnormInt16:
      return append(bytes, static_cast<int16_t>(scaled(value, 32767, -32768)));
    case ChannelType::UnormInt8: return append(bytes, static_cast<uint8_t>(scaled(value, 255, 0)));
    case ChannelType::UnormInt16:
      return append(bytes, static_cast<uint16_t>(scaled(value, 65535, 0)));
    case ChannelType::SignedInt8:
      return append(bytes, static_cast<int8_t>(bounded(value, -128, 127)));
    case ChannelType::SignedInt16:
      return append(bytes, static_cast<int16_t>(bounded(value, -32768, 32767)));
    case ChannelType::SignedInt32: return append(bytes, static_cast<int32_t>(value));
    case ChannelType::UnsignedInt8:
      return append(bytes, static_cast<uint8_t>(bounded(value, 0, 255)));
    case ChannelType::UnsignedInt16:
      return append(bytes, static_cast<uint16_t>(bounded(value, 0, 65535)));
    case ChannelType::UnsignedInt32: return append(bytes, static_cast<uint32_t>(value));
    case ChannelType::HalfFloat: return append(bytes, static_cast<_Float16>(value));
    case ChannelType::Float: return append(bytes, static_cast<float>(value));
    case ChannelType::UnormInt10X6:
      return append(bytes, static_cast<uint16_t>(scaled(value, 1023, 0) * 64));
    case ChannelType::UnormInt12X4:
      return append(bytes, static_cast<uint16_t>(scaled(value, 4095, 0) * 16));
    case ChannelType::UnormInt14X2:
      return append(bytes, static_cast<uint16_t>(scaled(value, 16383, 0) * 4));
    case ChannelType::UnsignedInt10X6:
      return append(bytes, static_cast<uint16_t>(bounded(value, 0, 1023) * 64));
    case ChannelType::UnsignedInt12X4:
      return append(bytes, static_cast<uint16_t>(bounded(value, 0, 4095) * 16));
    case ChannelType::UnsignedInt14X2:
      return append(bytes, static_cast<uint16_t>(bounded(value, 0, 16383) * 4));
    default: return;
  }
}

size_t componentOf(char name) { return name == 'r' ? 0 : name == 'g' ? 1 : name == 'b' ? 2 : 3; }

double most(int bits) { return (1 << bits) - 1; }

}  // namespace

Color decode(ChannelOrder order, ChannelType type, const unsigned char* bytes) {
  Color color = {0, 0, 0, 1};
  if (const Packed layout = packed(type); !layout.channels.empty()) {
    const uint32_t word =
        packedBytes(type) == 2 ? numberAt<uint16_t>(bytes, 0) : numberAt<uint32_t>(bytes, 0);
    int top = static_cast<int>(8 * packedBytes(type)) - layout.unused;
    for (size_t i = 0; i < layout.channels.size(); ++i) {
      top -= layout.bits[i];
      color[componentOf(layout.channels[i])] =
          (word >> top & static_cast<uint32_t>(most(layout.bits[i]))) / most(layout.bits[i]);
    }
    return color;
  }
  const std::string_view channels = channelsOf(order);
  for (size_t i = 0; i < channels.size(); ++i) {
    const double value = channel(type, bytes, i);
    if (channels[i] == 'i') return {value, value, value, value};
    if (channels[i] == 'l') return {value, value, value, 1};
    if (channels[i] == 'x') continue;
    color[componentOf(channels[i])] = isSrgb(order) && channels[i] != 'a' ? linearOf(value) : value;
  }
  return color;
}

std::vector<unsigned char> encode(ChannelOrder order, ChannelType type, Color color) {
  std::vector<unsigned char> bytes;
  if (const Packed layout = packed(type); !layout.channels.empty()) {
    uint32_t word = 0;
    for (size_t i = 0; i < layout.channels.size(); ++i)
      word = word << layout.bits[i] |
             static_cast<uint32_t>(
                 scaled(color[componentOf(layout.channels[i])], most(layout.bits[i]), 0));
    packedBytes(type) == 2 ? append(bytes, static_cast<uint16_t>(word)) : append(bytes, word);
    return bytes;
  }
  for (const char name : channelsOf(order)) {
    // x has any value; the conformance tests want that of alpha.
    const double value = color[name == 'i' || name == 'l' ? 0 : componentOf(name)];
    appendChannel(bytes, type, isSrgb(order) && name != 'a' && name != 'x' ? srgbOf(value) : value);
  }
  return bytes;
}

Color border(ChannelOrder order) {
  switch (order) {
    case ChannelOrder::R:
    case ChannelOrder::RG:
    case ChannelOrder::RGB:
    case ChannelOrder::sRGB:
    case ChannelOrder::Rx:
    case ChannelOrder::RGx:
    case ChannelOrder::RGBx:
    case ChannelOrder::sRGBx:
    case ChannelOrder::Luminance:
    case ChannelOrder::Depth: return {0, 0, 0, 1};
    default: return {0, 0, 0, 0};
  }
}

namespace {

// Table 8.
long addressed(Addressing addressing, double number, long extent) {
  if (addressing == Addressing::Clamp)
    return number < 0 || number >= extent ? -1 : std::lround(number);
  return std::lround(std::clamp(number, 0.0, static_cast<double>(extent - 1)));
}

long wrapped(double number, long extent) {
  const auto texel = static_cast<long>(number);
  return texel < 0 ? texel + extent : texel > extent - 1 ? texel - extent : texel;
}

}  // namespace

std::vector<Tap> taps(Addressing addressing, images::Filter filter, bool isNormalized,
                      double coordinate, long extent) {
  double u = isNormalized ? coordinate * static_cast<double>(extent) : coordinate;
  if (addressing == Addressing::Repeat)
    u = (coordinate - std::floor(coordinate)) * static_cast<double>(extent);
  if (addressing == Addressing::RepeatMirrored)
    u = std::fabs(coordinate - 2 * std::nearbyint(0.5 * coordinate)) * static_cast<double>(extent);
  const auto place = [&](double number) {
    if (addressing == Addressing::Repeat) return wrapped(number, extent);
    if (addressing == Addressing::RepeatMirrored)
      return std::lround(std::clamp(number, 0.0, static_cast<double>(extent - 1)));
    return addressed(addressing, number, extent);
  };
  if (filter == images::Filter::Nearest) return {{place(std::floor(u)), 1}};
  const double first = std::floor(u - 0.5), fraction = u - 0.5 - first;
  return {{place(first), 1 - fraction}, {place(first + 1), fraction}};
}

}  // namespace lanewise::test
