// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How texels are stored: from bytes to the values of their channels and back, for W texels at a
// time. Conversions are those of section 7.4 of the environment specification, rounded to nearest
// even. Freestanding: compiled for the host and for the device library.
#pragma once

#include "images/items.h"
#include "images/layout.h"
#include "images/srgb_table.h"

namespace lanewise::images {

/// The stored channels of W texels, or the colors of W work-items: T is float, or unsigned for
/// formats of integers (signed ones as their bits).
template <class T, int W>
struct Texels {
  T of[4][W];
};

namespace codec {

template <class T>
ALWAYS_INLINE T loadBytes(const unsigned char* from) {
  T value;
  __builtin_memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
ALWAYS_INLINE void storeBytes(unsigned char* to, T value) {
  __builtin_memcpy(to, &value, sizeof(T));
}

constexpr unsigned lowBits(unsigned bits) { return bits < 32 ? (1U << bits) - 1 : ~0U; }

constexpr int signedOf(unsigned word, unsigned bits) {
  return static_cast<int>(word << (32 - bits)) >> (32 - bits);
}

/// value / most, correctly rounded for all values of at most 16 bits: the product with the first
/// part of the reciprocal, which has eight bits, is exact.
template <unsigned most>
ALWAYS_INLINE float quotient(float value) {
  constexpr auto kReciprocal = static_cast<float>(1.0 / most);
  constexpr auto kFirst =
      __builtin_bit_cast(float, __builtin_bit_cast(unsigned, kReciprocal) & 0xFFFF0000);
  constexpr auto kRest = static_cast<float>(1.0 / most - kFirst);
  return value * kFirst + value * kRest;
}

/// x * most, rounded to nearest even; the product is exact in double. NaN gives `low`.
template <unsigned most>
ALWAYS_INLINE int scaled(float x, float low) {
  const float above = x > low ? x : low;
  const float inside = above < 1.0F ? above : 1.0F;
  return static_cast<int>(__builtin_rint(static_cast<double>(inside) * most));
}

/// By halving: the last code whose least value is not above `linear`. NaN gives 0.
ALWAYS_INLINE unsigned srgbOf(float linear) {
  unsigned code = 0;
  for (unsigned step = 128; step != 0; step /= 2)
    code += linear >= kLeastOfSrgb[code + step] ? step : 0;
  return code;
}

/// One channel of a type with `bits`: its value from the word that is stored, and back.
template <ChannelType type>
struct Channel;

#define UNORM_CHANNEL(name, width)                                                 \
  template <>                                                                      \
  struct Channel<ChannelType::name> {                                              \
    static constexpr unsigned bits = width;                                        \
    using Value = float;                                                           \
    static float load(unsigned word) {                                             \
      return quotient<lowBits(width)>(static_cast<float>(static_cast<int>(word))); \
    }                                                                              \
    static unsigned store(float value) {                                           \
      return static_cast<unsigned>(scaled<lowBits(width)>(value, 0));              \
    }                                                                              \
  };
UNORM_CHANNEL(UnormInt8, 8)
UNORM_CHANNEL(UnormInt16, 16)
#undef UNORM_CHANNEL

#define SNORM_CHANNEL(name, width)                                                                 \
  template <>                                                                                      \
  struct Channel<ChannelType::name> {                                                              \
    static constexpr unsigned bits = width;                                                        \
    using Value = float;                                                                           \
    static float load(unsigned word) {                                                             \
      const float value = quotient<lowBits(width - 1)>(static_cast<float>(signedOf(word, width))); \
      return value > -1.0F ? value : -1.0F;                                                        \
    }                                                                                              \
    static unsigned store(float value) {                                                           \
      constexpr float kLow = -static_cast<float>(lowBits(width - 1) + 1) / lowBits(width - 1);     \
      const float number = value == value ? value : 0;                                             \
      return static_cast<unsigned>(scaled<lowBits(width - 1)>(number, kLow)) & lowBits(width);     \
    }                                                                                              \
  };
SNORM_CHANNEL(SnormInt8, 8)
SNORM_CHANNEL(SnormInt16, 16)
#undef SNORM_CHANNEL

#define SIGNED_CHANNEL(name, width)                                                              \
  template <>                                                                                    \
  struct Channel<ChannelType::name> {                                                            \
    static constexpr unsigned bits = width;                                                      \
    using Value = unsigned;                                                                      \
    static unsigned load(unsigned word) { return static_cast<unsigned>(signedOf(word, width)); } \
    static unsigned store(unsigned value) {                                                      \
      constexpr int kMost = static_cast<int>(lowBits(width - 1)), kLeast = ~kMost;               \
      const int number = static_cast<int>(value);                                                \
      const int above = number > kLeast ? number : kLeast;                                       \
      return static_cast<unsigned>(above < kMost ? above : kMost) & lowBits(width);              \
    }                                                                                            \
  };
SIGNED_CHANNEL(SignedInt8, 8)
SIGNED_CHANNEL(SignedInt16, 16)
SIGNED_CHANNEL(SignedInt32, 32)
#undef SIGNED_CHANNEL

#define UNSIGNED_CHANNEL(name, width)                         \
  template <>                                                 \
  struct Channel<ChannelType::name> {                         \
    static constexpr unsigned bits = width;                   \
    using Value = unsigned;                                   \
    static unsigned load(unsigned word) { return word; }      \
    static unsigned store(unsigned value) {                   \
      return value < lowBits(width) ? value : lowBits(width); \
    }                                                         \
  };
UNSIGNED_CHANNEL(UnsignedInt8, 8)
UNSIGNED_CHANNEL(UnsignedInt16, 16)
UNSIGNED_CHANNEL(UnsignedInt32, 32)
#undef UNSIGNED_CHANNEL

template <>
struct Channel<ChannelType::HalfFloat> {
  static constexpr unsigned bits = 16;
  using Value = float;
  ALWAYS_INLINE static float load(unsigned word) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<unsigned short>(word)));
  }
  ALWAYS_INLINE static unsigned store(float value) {
    return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
  }
};

template <>
struct Channel<ChannelType::Float> {
  static constexpr unsigned bits = 32;
  using Value = float;
  ALWAYS_INLINE static float load(unsigned word) { return __builtin_bit_cast(float, word); }
  ALWAYS_INLINE static unsigned store(float value) { return __builtin_bit_cast(unsigned, value); }
};

/// A texel whose channels are separate, each of `bits`: words of channels from bytes, and back.
template <unsigned bits, unsigned channels>
ALWAYS_INLINE void loadWords(const unsigned char* from, unsigned (&words)[4]) {
  if constexpr (bits == 32) {
    for (unsigned c = 0; c < channels; ++c) words[c] = loadBytes<unsigned>(from + 4 * c);
  } else if constexpr (bits * channels > 32) {
    for (unsigned c = 0; c < channels; c += 2) {
      const auto pair = loadBytes<unsigned>(from + 2 * c);
      words[c] = pair & 0xFFFF, words[c + 1] = pair >> 16;
    }
  } else if constexpr (channels == 3) {
    for (unsigned c = 0; c < 3; ++c) words[c] = from[c];
  } else if constexpr (bits * channels == 32) {
    const auto all = loadBytes<unsigned>(from);
    for (unsigned c = 0; c < channels; ++c) words[c] = all >> (bits * c) & lowBits(bits);
  } else if constexpr (bits * channels == 16) {
    const unsigned all = loadBytes<unsigned short>(from);
    for (unsigned c = 0; c < channels; ++c) words[c] = all >> (bits * c) & lowBits(bits);
  } else {
    words[0] = *from;
  }
}

template <unsigned bits, unsigned channels>
ALWAYS_INLINE void storeWords(unsigned char* to, const unsigned (&words)[4]) {
  for (unsigned c = 0; c < channels; ++c) {
    if constexpr (bits == 32) storeBytes(to + 4 * c, words[c]);
    if constexpr (bits == 16) storeBytes(to + 2 * c, static_cast<unsigned short>(words[c]));
    if constexpr (bits == 8) to[c] = static_cast<unsigned char>(words[c]);
  }
}

/// A texel of `type`: the values of its channels from bytes, and back.
template <ChannelType type, unsigned channels, bool srgb = false>
struct Texel {
  using C = Channel<type>;
  using Value = typename C::Value;
  static constexpr unsigned bytes = C::bits / 8 * channels;
  ALWAYS_INLINE static void load(const unsigned char* from, Value (&values)[4]) {
    unsigned words[4];
    loadWords<C::bits, channels>(from, words);
    for (unsigned c = 0; c < channels; ++c) {
      if constexpr (srgb)
        values[c] = c < 3 ? kLinearFromSrgb[words[c]] : C::load(words[c]);
      else
        values[c] = C::load(words[c]);
    }
  }
  ALWAYS_INLINE static void store(unsigned char* to, const Value (&values)[4]) {
    unsigned words[4];
    for (unsigned c = 0; c < channels; ++c) {
      if constexpr (srgb)
        words[c] = c < 3 ? srgbOf(values[c]) : C::store(values[c]);
      else
        words[c] = C::store(values[c]);
    }
    storeWords<C::bits, channels>(to, words);
  }
};

/// `bits` of a word, from bit `first` on.
template <unsigned bits, unsigned first>
struct Field {
  ALWAYS_INLINE static float load(unsigned word) {
    return quotient<lowBits(bits)>(
        static_cast<float>(static_cast<int>(word >> first & lowBits(bits))));
  }
  ALWAYS_INLINE static unsigned store(float value) {
    return static_cast<unsigned>(scaled<lowBits(bits)>(value, 0)) << first;
  }
};
template <>
struct Field<0, 0> {
  ALWAYS_INLINE static float load(unsigned) { return 0; }
  ALWAYS_INLINE static unsigned store(float) { return 0; }
};

template <class Word, class Red, class Green, class Blue, class Alpha>
struct PackedTexel {
  using Value = float;
  static constexpr unsigned bytes = sizeof(Word);
  ALWAYS_INLINE static void load(const unsigned char* from, float (&values)[4]) {
    const unsigned word = loadBytes<Word>(from);
    values[0] = Red::load(word), values[1] = Green::load(word);
    values[2] = Blue::load(word), values[3] = Alpha::load(word);
  }
  ALWAYS_INLINE static void store(unsigned char* to, const float (&values)[4]) {
    storeBytes(to, static_cast<Word>(Red::store(values[0]) | Green::store(values[1]) |
                                     Blue::store(values[2]) | Alpha::store(values[3])));
  }
};

template <unsigned bytes>
struct Word;
template <>
struct Word<2> {
  using Type = unsigned short;
};
template <>
struct Word<4> {
  using Type = unsigned;
};

#define FIELD(bits, first) Field<bits, first>
#define PACKED_TYPE(name, bytes, red, green, blue, alpha) \
  template <unsigned channels>                            \
  struct Texel<ChannelType::name, channels>               \
      : PackedTexel<Word<bytes>::Type, FIELD red, FIELD green, FIELD blue, FIELD alpha> {};
#include "images/formats.def"
#undef FIELD

template <unsigned bits, ChannelType type, class Body>
ALWAYS_INLINE void withChannels(unsigned channels, const Body& body) {
  if constexpr (bits == 0) {
    body(Texel<type, 4>());
  } else if constexpr (bits % 8 == 0) {  // Raw types have no texels of their own.
    if (channels == 1) body(Texel<type, 1>());
    if (channels == 2) body(Texel<type, 2>());
    if (channels == 4) body(Texel<type, 4>());
  }
}

/// Calls `body` with the Texel of the format.
template <class Body>
ALWAYS_INLINE void withTexel(const Format& format, const Body& body) {
  if (format.isSrgb) {
    if (format.channels == 3) return body(Texel<ChannelType::UnormInt8, 3, true>());
    return body(Texel<ChannelType::UnormInt8, 4, true>());
  }
  switch (format.type) {
#define CHANNEL_TYPE(name, constant, number, values, bits) \
  case ChannelType::name: return withChannels<bits, ChannelType::name>(format.channels, body);
#include "images/formats.def"
  }
}

}  // namespace codec

/// Texels that lie side by side.
struct Row {
  unsigned char* first;
  template <unsigned bytes>
  unsigned char* at(int item) const {
    return first + static_cast<long>(item) * bytes;
  }
};

/// Texels anywhere, by their offsets in bytes.
template <int W, class Offset>
struct Scattered {
  unsigned char* texels;
  const Offset (&offsets)[W];
  template <unsigned bytes>
  unsigned char* at(int item) const {
    return texels + offsets[item];
  }
};

/// The colors of texels. Kernels may ask for values of another kind than the format has: the result
/// is undefined by the specification, and 0 here.
template <class T, int W, class Place>
ALWAYS_INLINE void loadColors(const Format& format, const Place& place, Texels<T, W>& colors) {
  Texels<T, W> stored = {};
  codec::withTexel(format, [&](auto texel) __attribute__((always_inline)) {
    using OfFormat = decltype(texel);
    if constexpr (__is_same(typename OfFormat::Value, T)) EACH_ITEM(l) {
        T values[4] = {};
        OfFormat::load(place.template at<OfFormat::bytes>(l), values);
        for (int c = 0; c < 4; ++c) stored.of[c][l] = values[c];
      }
  });
  for (int c = 0; c < 4; ++c) {
    const unsigned char source = format.source[c];
    const T constant = static_cast<T>(source == One);
    if (source < 4)
      EACH_ITEM(l) colors.of[c][l] = stored.of[source][l];
    else
      EACH_ITEM(l) colors.of[c][l] = constant;
  }
}

/// Writes texels side by side.
template <class T, int W>
ALWAYS_INLINE void storeColors(const Format& format, Row row, const Texels<T, W>& colors) {
  Texels<T, W> stored = {};
  for (int c = 0; c < 4; ++c) EACH_ITEM(l) stored.of[c][l] = colors.of[format.target[c]][l];
  codec::withTexel(format, [&](auto texel) __attribute__((always_inline)) {
    using OfFormat = decltype(texel);
    if constexpr (__is_same(typename OfFormat::Value, T)) EACH_ITEM(l) {
        const T values[4] = {stored.of[0][l], stored.of[1][l], stored.of[2][l], stored.of[3][l]};
        OfFormat::store(row.at<OfFormat::bytes>(l), values);
      }
  });
}

}  // namespace lanewise::images
