// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types, bit casts and macros (LW, CLAIM, SWEEP) that every family uses. Freestanding: device
// code includes only headers of this folder.
#pragma once

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using i32 = int;
using u32 = unsigned int;
using i64 = long;
using u64 = unsigned long;
using i128 = signed _BitInt(128);
using u128 = unsigned _BitInt(128);
using usize = u64;
using f16 = _Float16;
using f32 = float;
using f64 = double;
static_assert(sizeof(i64) == 8);

// A function of the library. compiler/README.md defines its name.
#define LW extern "C"
// A function that stays a call, which the runtime library defines (Large in functions.def).
#define LW_LARGE extern "C" [[gnu::noinline]]
// For the function above, for generate.py. CLAIM: a bound of the error in units in the last place,
// and the arguments that attain it (x, y, z or x, n): the worst error known. A second CLAIM bounds
// the second result.
#define CLAIM(type, ulp, ...) static_assert(true);
// A range that the accuracy tests sample in addition to special values and random bit patterns.
#define SWEEP(lo, hi, count) static_assert(true);
// CLAIM of a function that a macro defines for `vectors` vectors of two to four elements, with all
// elements.
#define CLAIM_OF(name, vectors, type, ulp, ...) static_assert(true);

// Helpers are inlined into the functions that use them.
#define INLINE [[gnu::always_inline]] static inline

// a * b + c, contracted where the target has one instruction for it.
template <class T>
INLINE T mad(T a, T b, T c) {
#pragma clang fp contract(on)
  return a * b + c;
}

template <class To, class From>
INLINE constexpr To bitsAs(From value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

// fma of f32, correctly rounded without the instruction, and so that loops of it become vectors.
// The product is exact in f64; the sum is rounded to odd, so that a second rounding is correct.
INLINE f32 fmaInF64(f32 a, f32 b, f32 c) {
  const f64 product = f64(a) * f64(b), addend = c;
  const f64 sum = product + addend, part = sum - product;
  const f64 error = (product - (sum - part)) + (addend - part);
  const u64 bits = bitsAs<u64>(sum);
  const bool adjust = (error < 0 || error > 0) && (bits & 1) == 0;
  const bool outward = (error > 0) == (sum > 0);
  return f32(bitsAs<f64>(adjust ? outward ? bits + 1 : bits - 1 : bits));
}
// Whether all processors that the code is for have fma. Bitcode leaves the choice to the compiler.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
constexpr bool kHasFma = true;
#else
constexpr bool kHasFma = false;
#endif
#ifdef LANEWISE_BITCODE
constexpr bool kMayFuse = true;
#else
constexpr bool kMayFuse = kHasFma;
#endif

// What code of the library calls.
INLINE f32 fused(f32 a, f32 b, f32 c) {
  return kMayFuse ? __builtin_fmaf(a, b, c) : fmaInF64(a, b, c);
}

// Properties of a type. Wide holds every product of two T; for floating point exactly, except
// f64.
template <class T>
struct Type;
#define INTEGER_TYPE(n, wide)                                                            \
  template <>                                                                            \
  struct Type<i##n> {                                                                    \
    using Signed = i##n;                                                                 \
    using Unsigned = u##n;                                                               \
    using Wide = i##wide;                                                                \
    static constexpr int bits = n;                                                       \
    static constexpr i##n min = static_cast<i##n>(u##n(1) << (n - 1)), max = i##n(~min); \
  };                                                                                     \
  template <>                                                                            \
  struct Type<u##n> {                                                                    \
    using Signed = i##n;                                                                 \
    using Unsigned = u##n;                                                               \
    using Wide = u##wide;                                                                \
    static constexpr int bits = n;                                                       \
    static constexpr u##n min = 0, max = u##n(~u##n(0));                                 \
  };
INTEGER_TYPE(8, 16)
INTEGER_TYPE(16, 32)
INTEGER_TYPE(32, 64)
INTEGER_TYPE(64, 128)
#undef INTEGER_TYPE

#define FLOAT_TYPE(n, wide, fractionBits)                                         \
  template <>                                                                     \
  struct Type<f##n> {                                                             \
    using Bits = u##n;                                                            \
    using Int = i##n;                                                             \
    using Wide = f##wide;                                                         \
    static constexpr int bits = n, fraction = fractionBits;                       \
    static constexpr int bias = (1 << (n - fractionBits - 2)) - 1;                \
    static constexpr Bits sign = Bits(Bits(1) << (n - 1));                        \
    static constexpr Bits infinity = Bits(Bits(2 * bias + 1) << fractionBits);    \
    static constexpr Bits quiet = Bits(infinity | Bits(1) << (fractionBits - 1)); \
  };
FLOAT_TYPE(16, 32, 10)
FLOAT_TYPE(32, 64, 23)
FLOAT_TYPE(64, 64, 52)
#undef FLOAT_TYPE

template <class T>
INLINE typename Type<T>::Bits bitsOf(T x) {
  return bitsAs<typename Type<T>::Bits>(x);
}
template <class T>
INLINE T infinity() {
  return bitsAs<T>(Type<T>::infinity);
}
template <class T>
INLINE T nan() {
  return bitsAs<T>(Type<T>::quiet);
}
template <class T>
INLINE T absOf(T x) {
  return bitsAs<T>(typename Type<T>::Bits(bitsOf(x) & ~Type<T>::sign));
}
// magnitude with the sign of x.
template <class T>
INLINE T withSign(T magnitude, T x) {
  using Bits = typename Type<T>::Bits;
  return bitsAs<T>(Bits((bitsOf(magnitude) & ~Type<T>::sign) | (bitsOf(x) & Type<T>::sign)));
}
// x rounded once to T. To f16 by f32 rounded to odd, which keeps the information that f16 needs.
template <class T>
INLINE T rounded(f64 x) {
  if constexpr (Type<T>::bits > 16) return T(x);
  const f32 y = f32(x);
  const u32 towardZero = bitsOf(y) - (absOf(f64(y)) > absOf(x) ? 1 : 0);
  return T(bitsAs<f32>(towardZero | (f64(y) != x ? 1 : 0)));
}
// 2^n, for n whose result is a normal number.
template <class T>
INLINE constexpr T powerOfTwo(int n) {
  using Bits = typename Type<T>::Bits;
  return bitsAs<T>(Bits(Bits(Type<T>::bias + n) << Type<T>::fraction));
}

// One extern "C" function per floating-point type, around the template `of`.
#define LW_FLOAT_1(name, of)                      \
  LW f16 lw_##name##_f16(f16 x) { return of(x); } \
  LW f32 lw_##name##_f32(f32 x) { return of(x); } \
  LW f64 lw_##name##_f64(f64 x) { return of(x); }
#define LW_FLOAT_2(name, of)                                    \
  LW f16 lw_##name##_f16_f16(f16 x, f16 y) { return of(x, y); } \
  LW f32 lw_##name##_f32_f32(f32 x, f32 y) { return of(x, y); } \
  LW f64 lw_##name##_f64_f64(f64 x, f64 y) { return of(x, y); }
#define LW_FLOAT_3(name, of)                                                  \
  LW f16 lw_##name##_f16_f16_f16(f16 x, f16 y, f16 z) { return of(x, y, z); } \
  LW f32 lw_##name##_f32_f32_f32(f32 x, f32 y, f32 z) { return of(x, y, z); } \
  LW f64 lw_##name##_f64_f64_f64(f64 x, f64 y, f64 z) { return of(x, y, z); }
