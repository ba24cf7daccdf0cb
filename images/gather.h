// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stored words of W texels, read and written: side by side, or anywhere. A texel of up to 4
// bytes is one word, one of 8 or 16 bytes two or four. Freestanding.
//
// Texels anywhere are loaded one by one: the gather instructions of several processors take longer.
#pragma once

#include "images/items.h"

namespace lanewise::images {

template <int W>
struct alignas(4 * W) Words {
  unsigned of[4][W];
};

namespace gather {

template <class T>
ALWAYS_INLINE T load(const unsigned char* from) {
  T value;
  __builtin_memcpy(&value, from, sizeof(T));
  return value;
}

template <unsigned bytes>
struct SmallWordOf;
template <>
struct SmallWordOf<1> {
  using Type = unsigned char;
};
template <>
struct SmallWordOf<2> {
  using Type = unsigned short;
};
template <unsigned bytes>
using SmallWord = typename SmallWordOf<bytes>::Type;

/// The word of a texel of up to 4 bytes.
template <unsigned bytes>
ALWAYS_INLINE unsigned word(const unsigned char* from) {
  if constexpr (bytes == 1) return *from;
  if constexpr (bytes == 2) return load<unsigned short>(from);
  if constexpr (bytes == 3)
    return load<unsigned short>(from) | static_cast<unsigned>(from[2]) << 16;
  if constexpr (bytes == 4) return load<unsigned>(from);
}

template <unsigned bytes, int W>
ALWAYS_INLINE void store(const Words<W>& words, int item, unsigned char* to) {
  for (unsigned n = 0; n < (bytes + 3) / 4; ++n) {
    const unsigned word = words.of[n][item];
    if constexpr (bytes == 1) {
      *to = static_cast<unsigned char>(word);
    } else if constexpr (bytes < 4) {
      const auto low = static_cast<unsigned short>(word);
      __builtin_memcpy(to, &low, sizeof low);
      if constexpr (bytes == 3) to[2] = static_cast<unsigned char>(word >> 16);
    } else {
      __builtin_memcpy(to + 4 * n, &word, sizeof word);
    }
  }
}

template <unsigned bytes>
inline constexpr unsigned wordsOf = bytes < 4 ? 1 : bytes / 4;

template <unsigned bytes, int W, class At>
ALWAYS_INLINE void oneByOne(const At& at, Words<W>& words) {
  if constexpr (bytes <= 4)
    EACH_ITEM(l) words.of[0][l] = word<bytes>(at(l));
  else
    for (unsigned n = 0; n < wordsOf<bytes>; ++n)
      EACH_ITEM(l) words.of[n][l] = load<unsigned>(at(l) + 4 * n);
}

#ifdef __clang__
// Vectors that are wider than the registers of the target: they never are arguments, all is
// inlined.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

using Four = unsigned __attribute__((ext_vector_type(4)));
template <int W>
using Vector = unsigned __attribute__((ext_vector_type(W)));

template <int W>
ALWAYS_INLINE void put(unsigned (&words)[W], Vector<W> vector) {
  __builtin_memcpy(words, &vector, sizeof words);
}

template <int W>
ALWAYS_INLINE Vector<W> get(const unsigned (&words)[W]) {
  return load<Vector<W>>(reinterpret_cast<const unsigned char*>(words));
}

/// Every other element of a and then b.
template <int W>
ALWAYS_INLINE Vector<W> evens(Vector<W> a, Vector<W> b) {
  if constexpr (W == 4) return __builtin_shufflevector(a, b, 0, 2, 4, 6);
  if constexpr (W == 8) return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
  if constexpr (W == 16)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}
template <int W>
ALWAYS_INLINE Vector<W> odds(Vector<W> a, Vector<W> b) {
  if constexpr (W == 4) return __builtin_shufflevector(a, b, 1, 3, 5, 7);
  if constexpr (W == 8) return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  if constexpr (W == 16)
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

/// a0 b0 a1 b1 ...: the first and the second half.
template <int W>
ALWAYS_INLINE Vector<W> zipLow(Vector<W> a, Vector<W> b) {
  if constexpr (W == 4) return __builtin_shufflevector(a, b, 0, 4, 1, 5);
  if constexpr (W == 8) return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  if constexpr (W == 16)
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
template <int W>
ALWAYS_INLINE Vector<W> zipHigh(Vector<W> a, Vector<W> b) {
  if constexpr (W == 4) return __builtin_shufflevector(a, b, 2, 6, 3, 7);
  if constexpr (W == 8) return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  if constexpr (W == 16)
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

/// The words of texels from vectors of them as they lie in memory, and back.
template <int W>
ALWAYS_INLINE void separate2(const Vector<W> (&texels)[2], Words<W>& words) {
  put<W>(words.of[0], evens<W>(texels[0], texels[1]));
  put<W>(words.of[1], odds<W>(texels[0], texels[1]));
}
template <int W>
ALWAYS_INLINE void separate4(const Vector<W> (&texels)[4], Words<W>& words) {
  const auto even0 = evens<W>(texels[0], texels[1]), even1 = evens<W>(texels[2], texels[3]);
  const auto odd0 = odds<W>(texels[0], texels[1]), odd1 = odds<W>(texels[2], texels[3]);
  put<W>(words.of[0], evens<W>(even0, even1));
  put<W>(words.of[1], evens<W>(odd0, odd1));
  put<W>(words.of[2], odds<W>(even0, even1));
  put<W>(words.of[3], odds<W>(odd0, odd1));
}
/// Does the same with vectors that have every fourth texel: inside of groups of four elements.
template <int W>
ALWAYS_INLINE void separateFours(const Vector<W> (&texels)[4], Words<W>& words) {
  const auto zips = [](Vector<W> a, Vector<W> b, bool high) __attribute__((always_inline)) {
    if constexpr (W == 4) return high ? zipHigh<W>(a, b) : zipLow<W>(a, b);
    if constexpr (W == 8)
      return high ? __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
                  : __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    if constexpr (W == 16)
      return high ? __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14,
                                            30, 15, 31)
                  : __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28,
                                            13, 29);
  };
  // Zipping twice is a transposition: elements 0 2 of the rows, then 1 3.
  const auto low02 = zips(texels[0], texels[2], false), low13 = zips(texels[1], texels[3], false);
  const auto high02 = zips(texels[0], texels[2], true), high13 = zips(texels[1], texels[3], true);
  put<W>(words.of[0], zips(low02, low13, false));
  put<W>(words.of[1], zips(low02, low13, true));
  put<W>(words.of[2], zips(high02, high13, false));
  put<W>(words.of[3], zips(high02, high13, true));
}
template <int W>
ALWAYS_INLINE void join2(const Words<W>& words, Vector<W> (&texels)[2]) {
  texels[0] = zipLow<W>(get(words.of[0]), get(words.of[1]));
  texels[1] = zipHigh<W>(get(words.of[0]), get(words.of[1]));
}
template <int W>
ALWAYS_INLINE void join4(const Words<W>& words, Vector<W> (&texels)[4]) {
  const auto w0 = get(words.of[0]), w1 = get(words.of[1]), w2 = get(words.of[2]),
             w3 = get(words.of[3]);
  const auto even0 = zipLow<W>(w0, w2), even1 = zipHigh<W>(w0, w2);
  const auto odd0 = zipLow<W>(w1, w3), odd1 = zipHigh<W>(w1, w3);
  texels[0] = zipLow<W>(even0, odd0), texels[1] = zipHigh<W>(even0, odd0);
  texels[2] = zipLow<W>(even1, odd1), texels[3] = zipHigh<W>(even1, odd1);
}

/// Texels of 1, 2, 4, 8 or 16 bytes side by side, as whole vectors: a loop over words would need to
/// know that they and the texels differ.
template <unsigned bytes, int W>
ALWAYS_INLINE void loadVectors(const unsigned char* first, Words<W>& words) {
  if constexpr (bytes < 4) {
    using Small = SmallWord<bytes> __attribute__((ext_vector_type(W)));
    put<W>(words.of[0], __builtin_convertvector(load<Small>(first), Vector<W>));
  } else {
    Vector<W> texels[bytes / 4];
    __builtin_memcpy(&texels, first, sizeof texels);
    if constexpr (bytes == 4) put<W>(words.of[0], texels[0]);
    if constexpr (bytes == 8) separate2<W>(texels, words);
    if constexpr (bytes == 16) separate4<W>(texels, words);
  }
}
template <unsigned bytes, int W>
ALWAYS_INLINE void storeVectors(const Words<W>& words, unsigned char* first) {
  if constexpr (bytes < 4) {
    using Small = SmallWord<bytes> __attribute__((ext_vector_type(W)));
    const auto small = __builtin_convertvector(get(words.of[0]), Small);
    __builtin_memcpy(first, &small, sizeof small);
  } else {
    Vector<W> texels[bytes / 4];
    if constexpr (bytes == 4) texels[0] = get(words.of[0]);
    if constexpr (bytes == 8) join2<W>(words, texels);
    if constexpr (bytes == 16) join4<W>(words, texels);
    __builtin_memcpy(first, &texels, sizeof texels);
  }
}

/// Vectors of four one behind the other.
template <int W>
ALWAYS_INLINE Vector<W> joined(const Four* fours) {
  if constexpr (W == 4) {
    return fours[0];
  } else if constexpr (W == 8) {
    return __builtin_shufflevector(fours[0], fours[1], 0, 1, 2, 3, 4, 5, 6, 7);
  } else {
    const auto low = joined<8>(fours), high = joined<8>(fours + 2);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}

template <unsigned bytes, int W, class At>
ALWAYS_INLINE void scattered(const At& at, Words<W>& words) {
  using Two = unsigned __attribute__((ext_vector_type(2)));
  constexpr int kFours = W * wordsOf<bytes> / 4;
  Four fours[kFours];
#pragma clang loop unroll(full)
  for (int n = 0; n < kFours; ++n) {
    if constexpr (bytes <= 4)
      fours[n] = Four{word<bytes>(at(4 * n)), word<bytes>(at(4 * n + 1)),
                      word<bytes>(at(4 * n + 2)), word<bytes>(at(4 * n + 3))};
    if constexpr (bytes == 8)
      fours[n] =
          __builtin_shufflevector(load<Two>(at(2 * n)), load<Two>(at(2 * n + 1)), 0, 1, 2, 3);
    if constexpr (bytes == 16) fours[n] = load<Four>(at(n % (W / 4) * 4 + n / (W / 4)));
  }
  Vector<W> texels[wordsOf<bytes>];
#pragma clang loop unroll(full)
  for (unsigned n = 0; n < wordsOf<bytes>; ++n) texels[n] = joined<W>(fours + n * W / 4);
  if constexpr (bytes <= 4) put<W>(words.of[0], texels[0]);
  if constexpr (bytes == 8) separate2<W>(texels, words);
  if constexpr (bytes == 16) separateFours<W>(texels, words);
}

#pragma clang diagnostic pop
#endif

}  // namespace gather

/// Texels side by side.
template <unsigned bytes, int W>
ALWAYS_INLINE void loadRow(const unsigned char* first, Words<W>& words) {
  const auto at = [=](int l) __attribute__((always_inline)) {
    return first + static_cast<long>(l) * bytes;
  };
#ifdef __clang__
  if constexpr (W > 1 && bytes == 3)
    gather::scattered<bytes>(at, words);
  else if constexpr (W > 1)
    gather::loadVectors<bytes>(first, words);
  else
#endif
    gather::oneByOne<bytes>(at, words);
}

/// Writes texels side by side.
template <unsigned bytes, int W>
ALWAYS_INLINE void storeRow(const Words<W>& words, unsigned char* first) {
#ifdef __clang__
  if constexpr (W > 1 && bytes != 3) return gather::storeVectors<bytes>(words, first);
#endif
  for (int l = 0; l < W; ++l) gather::store<bytes>(words, l, first + static_cast<long>(l) * bytes);
}

/// Texels at offsets in bytes.
template <unsigned bytes, int W, class Offset>
ALWAYS_INLINE void loadScattered(const unsigned char* texels, const Offset (&offsets)[W],
                                 Words<W>& words) {
#ifdef __clang__
  if constexpr (W > 1) {
    // The offsets are in memory, behind a pointer of which the compiler knows nothing: to load them
    // one by one is faster than to take a register apart.
    const Offset* stored;
    asm("" : "=r"(stored) : "0"(&offsets[0]), "m"(offsets));
    const auto at = [&](int l) __attribute__((always_inline)) { return texels + stored[l]; };
    return gather::scattered<bytes>(at, words);
  }
#endif
  const auto at = [&](int l) __attribute__((always_inline)) { return texels + offsets[l]; };
  gather::oneByOne<bytes>(at, words);
}

/// Whether loadPairs() can load texels of this size.
template <unsigned bytes>
inline constexpr bool hasPairs = bytes <= 8 && bytes != 3;

/// Texels at offsets, and those behind them: a load for both.
template <unsigned bytes, int W, class Offset>
ALWAYS_INLINE void loadPairs(const unsigned char* texels, const Offset (&offsets)[W],
                             Words<W> (&words)[2]) {
  Words<W> pairs;
  loadScattered<2 * bytes>(texels, offsets, pairs);
  if constexpr (bytes < 4) {
    constexpr unsigned kBits = 8 * bytes;
    EACH_ITEM(l) words[0].of[0][l] = pairs.of[0][l] & ((1U << kBits) - 1);
    EACH_ITEM(l) words[1].of[0][l] = pairs.of[0][l] >> kBits;
  } else {
    for (unsigned n = 0; n < bytes / 4; ++n) {
      EACH_ITEM(l) words[0].of[n][l] = pairs.of[n][l];
      EACH_ITEM(l) words[1].of[n][l] = pairs.of[n + bytes / 4][l];
    }
  }
}

}  // namespace lanewise::images
