// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How texels are stored: from bytes to the values of their channels and back, for W texels at a
// time. Conversions are those of section 7.4 of the environment specification, rounded to nearest
// even. Freestanding: compiled for the host and for the device library.
#pragma once

#include "images/gather.h"
#include "images/items.h"
#include "images/layout.h"
#include "images/srgb_table.h"

namespace lanewise::images {

/// The stored channels of W texels, or the colors of W work-items: T is float, or unsigned for
/// formats of integers (signed ones as their bits).
template <class T, int W>
struct alignas(sizeof(T) * W) Texels {
  T of[4][W];
};

namespace codec {

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

/// The product x * most in float, rounded to nearest even, as the specification prefers it: next to
/// a number whose last bit is 1. NaN gives `low`.
template <unsigned most>
ALWAYS_INLINE int scaled(float x, float low) {
  const float above = x > low ? x : low;
  const float inside = above < 1.0F ? above : 1.0F;
  constexpr float kOnes = 0x1.8p23F;
  return __builtin_bit_cast(int, inside* most + kOnes) - __builtin_bit_cast(int, kOnes);
}

/// The last code whose least value is not above `linear`. NaN gives 0.
ALWAYS_INLINE unsigned srgbOf(float linear) {
  constexpr float kLeast = __builtin_bit_cast(float, kFirstSrgbCell << kSrgbCellBits);
  constexpr float kBelowOne = 0x1.fffffep-1F;
  const float above = linear > kLeast ? linear : kLeast;
  const float inside = above < kBelowOne ? above : kBelowOne;
  const unsigned cell = (__builtin_bit_cast(unsigned, inside) >> kSrgbCellBits) - kFirstSrgbCell;
  const unsigned code = kSrgbOfCell[cell];
  return code + (inside >= kLeastOfSrgb[code + 1]);
}

/// One channel of a type with `bits`: a number from the word that is stored, its value for kernels,
/// and the word of a value. Filters work on numbers.
template <ChannelType type>
struct Channel;

// A number of `width` bits, with `unused` bits below it, which are stored as 0.
#define UNORM_CHANNEL(name, width, unused)                                        \
  template <>                                                                     \
  struct Channel<ChannelType::name> {                                             \
    static constexpr unsigned bits = width + unused;                              \
    using Value = float;                                                          \
    static float load(unsigned word) {                                            \
      return static_cast<float>(static_cast<int>(word >> unused));                \
    }                                                                             \
    static float value(float number) { return quotient<lowBits(width)>(number); } \
    static unsigned store(float value) {                                          \
      return static_cast<unsigned>(scaled<lowBits(width)>(value, 0)) << unused;   \
    }                                                                             \
  };
UNORM_CHANNEL(UnormInt8, 8, 0)
UNORM_CHANNEL(UnormInt16, 16, 0)
UNORM_CHANNEL(UnormInt10X6, 10, 6)
UNORM_CHANNEL(UnormInt12X4, 12, 4)
UNORM_CHANNEL(UnormInt14X2, 14, 2)
#undef UNORM_CHANNEL

#define SNORM_CHANNEL(name, width)                                                             \
  template <>                                                                                  \
  struct Channel<ChannelType::name> {                                                          \
    static constexpr unsigned bits = width;                                                    \
    using Value = float;                                                                       \
    static float load(unsigned word) {                                                         \
      constexpr int kLeast = -static_cast<int>(lowBits(width - 1));                            \
      const int number = signedOf(word, width);                                                \
      return static_cast<float>(number > kLeast ? number : kLeast);                            \
    }                                                                                          \
    static float value(float number) { return quotient<lowBits(width - 1)>(number); }          \
    static unsigned store(float value) {                                                       \
      constexpr float kLow = -static_cast<float>(lowBits(width - 1) + 1) / lowBits(width - 1); \
      const float number = value == value ? value : 0;                                         \
      return static_cast<unsigned>(scaled<lowBits(width - 1)>(number, kLow)) & lowBits(width); \
    }                                                                                          \
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
    static unsigned value(unsigned number) { return number; }                                    \
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

#define UNSIGNED_CHANNEL(name, width, unused)                             \
  template <>                                                             \
  struct Channel<ChannelType::name> {                                     \
    static constexpr unsigned bits = width + unused;                      \
    using Value = unsigned;                                               \
    static unsigned load(unsigned word) { return word >> unused; }        \
    static unsigned value(unsigned number) { return number; }             \
    static unsigned store(unsigned value) {                               \
      return (value < lowBits(width) ? value : lowBits(width)) << unused; \
    }                                                                     \
  };
UNSIGNED_CHANNEL(UnsignedInt8, 8, 0)
UNSIGNED_CHANNEL(UnsignedInt16, 16, 0)
UNSIGNED_CHANNEL(UnsignedInt32, 32, 0)
UNSIGNED_CHANNEL(UnsignedInt10X6, 10, 6)
UNSIGNED_CHANNEL(UnsignedInt12X4, 12, 4)
UNSIGNED_CHANNEL(UnsignedInt14X2, 14, 2)
#undef UNSIGNED_CHANNEL

template <>
struct Channel<ChannelType::HalfFloat> {
  static constexpr unsigned bits = 16;
  using Value = float;
  ALWAYS_INLINE static float load(unsigned word) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<unsigned short>(word)));
  }
  ALWAYS_INLINE static float value(float number) { return number; }
  ALWAYS_INLINE static unsigned store(float value) {
    return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
  }
};

template <>
struct Channel<ChannelType::Float> {
  static constexpr unsigned bits = 32;
  using Value = float;
  ALWAYS_INLINE static float load(unsigned word) { return __builtin_bit_cast(float, word); }
  ALWAYS_INLINE static float value(float number) { return number; }
  ALWAYS_INLINE static unsigned store(float value) { return __builtin_bit_cast(unsigned, value); }
};

/// A texel of `type` with `count` channels: their numbers from the stored words, their values, and
/// words of values.
template <ChannelType type, unsigned count, bool srgb = false>
struct Texel {
  using C = Channel<type>;
  using Value = typename C::Value;
  static constexpr unsigned channels = count;
  static constexpr unsigned bytes = C::bits / 8 * channels;
  ALWAYS_INLINE static void load(const unsigned (&words)[4], Value (&numbers)[4]) {
    for (unsigned c = 0; c < channels; ++c) {
      const unsigned word = words[c * C::bits / 32] >> (c * C::bits % 32) & lowBits(C::bits);
      if constexpr (srgb)
        numbers[c] = c < 3 ? kLinearFromSrgb[word] : C::load(word);
      else
        numbers[c] = C::load(word);
    }
  }
  ALWAYS_INLINE static Value value(unsigned channel, Value number) {
    return srgb && channel < 3 ? number : C::value(number);
  }
  ALWAYS_INLINE static void store(const Value (&values)[4], unsigned (&words)[4]) {
    for (unsigned c = 0; c < channels; ++c) {
      unsigned word;
      if constexpr (srgb)
        word = c < 3 ? srgbOf(values[c]) : C::store(values[c]);
      else
        word = C::store(values[c]);
      const unsigned first = c * C::bits % 32;
      if (first == 0)
        words[c * C::bits / 32] = word;
      else
        words[c * C::bits / 32] |= word << first;
    }
  }
};

/// `bits` of a word, from bit `first` on.
template <unsigned bits, unsigned first>
struct Field {
  ALWAYS_INLINE static float load(unsigned word) {
    return static_cast<float>(static_cast<int>(word >> first & lowBits(bits)));
  }
  ALWAYS_INLINE static float value(float number) { return quotient<lowBits(bits)>(number); }
  ALWAYS_INLINE static unsigned store(float value) {
    return static_cast<unsigned>(scaled<lowBits(bits)>(value, 0)) << first;
  }
};
template <>
struct Field<0, 0> {
  ALWAYS_INLINE static float load(unsigned) { return 0; }
  ALWAYS_INLINE static float value(float) { return 0; }
  ALWAYS_INLINE static unsigned store(float) { return 0; }
};

template <unsigned size, class Red, class Green, class Blue, class Alpha>
struct PackedTexel {
  using Value = float;
  static constexpr unsigned channels = 4, bytes = size;
  ALWAYS_INLINE static void load(const unsigned (&words)[4], float (&numbers)[4]) {
    const unsigned word = words[0];
    numbers[0] = Red::load(word), numbers[1] = Green::load(word);
    numbers[2] = Blue::load(word), numbers[3] = Alpha::load(word);
  }
  ALWAYS_INLINE static float value(unsigned channel, float number) {
    return channel == 0   ? Red::value(number)
           : channel == 1 ? Green::value(number)
           : channel == 2 ? Blue::value(number)
                          : Alpha::value(number);
  }
  ALWAYS_INLINE static void store(const float (&values)[4], unsigned (&words)[4]) {
    words[0] = Red::store(values[0]) | Green::store(values[1]) | Blue::store(values[2]) |
               Alpha::store(values[3]);
  }
};

#define FIELD(bits, first) Field<bits, first>
#define PACKED_TYPE(name, bytes, red, green, blue, alpha) \
  template <unsigned count>                               \
  struct Texel<ChannelType::name, count>                  \
      : PackedTexel<bytes, FIELD red, FIELD green, FIELD blue, FIELD alpha> {};
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

/// Calls `body` with the Texel of the format and the words of the colors as it stores them.
template <class T, int W, class Body>
ALWAYS_INLINE void withWords(const Format& format, const Texels<T, W>& colors, const Body& body) {
  Texels<T, W> stored = colors;
  constexpr unsigned kInOrder = 0x03020100;
  if (__builtin_bit_cast(unsigned, format.target) != kInOrder)
    for (int c = 0; c < 4; ++c) EACH_ITEM(l)
  stored.of[c][l] = colors.of[format.target[c]][l];
  codec::withTexel(format, [&](auto texel) __attribute__((always_inline)) {
    using Texel = decltype(texel);
    Words<W> words;
    if constexpr (__is_same(typename Texel::Value, T)) EACH_ITEM(l) {
        const T values[4] = {stored.of[0][l], stored.of[1][l], stored.of[2][l], stored.of[3][l]};
        unsigned texels[4] = {};
        Texel::store(values, texels);
        for (unsigned n = 0; n < gather::wordsOf<Texel::bytes>; ++n) words.of[n][l] = texels[n];
      }
    else  // Kernels may write values of another kind than the format has.
      words = {};
    body(texel, words);
  });
}

/// Writes one texel.
template <class T>
ALWAYS_INLINE void storeColor(const Format& format, unsigned char* texel,
                              const Texels<T, 1>& color) {
  withWords(format, color, [&](auto type, const Words<1>& words) __attribute__((always_inline)) {
    storeRow<decltype(type)::bytes>(words, texel);
  });
}

}  // namespace lanewise::images
