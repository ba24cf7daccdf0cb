// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between 128-bit integers and float and double, by the names that code generation uses.
// To floating point they round to nearest, ties to even; to integers toward zero, saturating.
#include "builtins/scalar.h"

using s128 = __int128;
using w128 = unsigned __int128;

INLINE u64 upper(w128 x) { return u64(x >> 64); }

// The 64 bits from the highest one on have more digits than T. The last one stands for all below.
template <class T>
INLINE T toFloat(w128 x) {
  if (upper(x) == 0) return T(u64(x));
  const int shift = 64 - __builtin_clzl(upper(x));
  const u64 head = u64(x >> shift);
  const bool rest = (x & ((w128(1) << shift) - 1)) != 0;
  return T(head | u64(rest)) * powerOfTwo<T>(shift);
}

// The magnitude, cut to integers; less than `limit`, a power of two, or `limit` itself.
template <class T>
INLINE w128 magnitude(T x, int limitBits) {
  using Bits = typename Type<T>::Bits;
  constexpr int digits = sizeof(T) == 8 ? 52 : 23;
  const Bits bits = bitsOf(absOf(x));
  const int exponent = int(bits >> digits) - (sizeof(T) == 8 ? 1023 : 127);
  if (exponent < 0) return 0;
  if (exponent >= limitBits) return limitBits == 128 ? ~w128(0) : w128(1) << 127;
  const w128 number = (bits & ((Bits(1) << digits) - 1)) | Bits(1) << digits;
  return exponent >= digits ? number << (exponent - digits) : number >> (digits - exponent);
}

template <class T>
INLINE T toFloatSigned(s128 x) {
  return x < 0 ? -toFloat<T>(-w128(x)) : toFloat<T>(w128(x));
}

template <class T>
INLINE s128 toSigned(T x) {
  if (x != x) return 0;
  const w128 number = magnitude(x, 127);
  if (x < 0) return s128(-number);
  return s128(upper(number) >> 63 ? number - 1 : number);
}

template <class T>
INLINE w128 toUnsigned(T x) {
  return x > 0 ? magnitude(x, 128) : 0;
}

extern "C" {

f32 __floattisf(s128 x) { return toFloatSigned<f32>(x); }
f64 __floattidf(s128 x) { return toFloatSigned<f64>(x); }
f32 __floatuntisf(w128 x) { return toFloat<f32>(x); }
f64 __floatuntidf(w128 x) { return toFloat<f64>(x); }
s128 __fixsfti(f32 x) { return toSigned(x); }
s128 __fixdfti(f64 x) { return toSigned(x); }
w128 __fixunssfti(f32 x) { return toUnsigned(x); }
w128 __fixunsdfti(f64 x) { return toUnsigned(x); }

}  // extern "C"
