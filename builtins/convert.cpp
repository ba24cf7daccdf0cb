// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion instructions of SPIR-V with saturation and rounding modes, all exact. Without a
// mode: to nearest even for results in floating point, toward zero for integers.
#include "builtins/scalar.h"

enum class Mode { None, Rte, Rtz, Rtp, Rtn };

// f16 is rounded to an integer in f32, which holds it.
template <Mode mode, class T>
INLINE auto roundedToInteger(T x) {
  if constexpr (sizeof(T) == 2)
    return roundedToInteger<mode>(f32(x));
  else if constexpr (mode == Mode::Rte)
    return __builtin_elementwise_roundeven(x);
  else if constexpr (mode == Mode::Rtp)
    return __builtin_elementwise_ceil(x);
  else if constexpr (mode == Mode::Rtn)
    return __builtin_elementwise_floor(x);
  else
    return __builtin_elementwise_trunc(x);
}

// Out of range, the result is the nearest bound; for NaN it is zero. Without saturation any value is
// allowed, but not poison: undefined behaviour of C++ must not reach the kernel. The bounds are
// powers of two: exact in f32.
template <class To, Mode mode, class From>
INLINE To toInteger(From x) {
  const auto r = roundedToInteger<mode>(x);
  using R = decltype(r);
  constexpr int top = To(-1) < To(0) ? Type<To>::bits - 1 : Type<To>::bits;
  constexpr R above = R(2) * R(u64(1) << (top - 1));
  constexpr R lowest = R(Type<To>::min);
  const To outside = x > From(0) ? Type<To>::max : x < From(0) ? Type<To>::min : To(0);
  return r >= lowest && r < above ? To(r) : outside;
}

// Magnitude to floating point. `away` rounds up in magnitude, else toward zero. At most
// fraction + 1 bits of the magnitude are kept, which makes the conversion and the scaling exact.
template <class To, class U>
INLINE To magnitudeToFloat(U magnitude, bool away) {
  constexpr int kept = Type<To>::fraction + 1;
  using W = typename Type<To>::Wide;
  const int width = Type<U>::bits - __builtin_clzg(magnitude, Type<U>::bits);
  const int dropped = width > kept ? width - kept : 0;
  U top = U(magnitude >> dropped);
  if (away && U(top << dropped) != magnitude) top = U(top + 1);
  const W value = W(top) * powerOfTwo<W>(dropped);
  if constexpr (sizeof(To) == 2)
    return To(away || value < W(65504) ? value : W(65504));
  else
    return To(value);
}

template <class To, Mode mode, class From>
INLINE To toFloat(From x) {
  if constexpr (mode == Mode::None || mode == Mode::Rte) {
    if constexpr (sizeof(To) == 2)
      return To(f32(x));  // f32 rounds only above f16's range
    else
      return To(x);
  } else {
    using U = typename Type<From>::Unsigned;
    const bool negative = x < From(0);
    const bool away = mode == Mode::Rtp ? !negative : mode == Mode::Rtn ? negative : false;
    const To result = magnitudeToFloat<To>(U(negative ? U(U(0) - U(x)) : U(x)), away);
    return negative ? -result : result;
  }
}

// To nearest even, then one step back if the result is on the wrong side. A step on the bits goes from
// infinity to the largest number and from zero to the smallest.
template <class To, Mode mode, class From>
INLINE To floatToFloat(From x) {
  const To nearest = To(x);
  if constexpr (sizeof(To) > sizeof(From) || mode == Mode::None || mode == Mode::Rte) {
    return nearest;
  } else {
    using Bits = typename Type<To>::Bits;
    const From back = From(nearest);
    const bool negative = (bitsOf(nearest) & Type<To>::sign) != 0;
    const bool isHigh = back > x, isLow = back < x;
    const bool inward = negative ? isLow && mode != Mode::Rtn : isHigh && mode != Mode::Rtp;
    const bool outward = negative ? isHigh && mode == Mode::Rtn : isLow && mode == Mode::Rtp;
    return bitsAs<To>(Bits(bitsOf(nearest) + Bits(outward) - Bits(inward)));
  }
}

template <class To, class From>
INLINE To saturatedInteger(From x) {
  using Wide = i128;
  const Wide wide = Wide(x);
  return wide > Wide(Type<To>::max)   ? Type<To>::max
         : wide < Wide(Type<To>::min) ? Type<To>::min
                                      : To(x);
}

// Macros, because they join the C names of functions from instruction, mode and types.
#define MODES(M, ...)       \
  M(, None, __VA_ARGS__)    \
  M(_rte, Rte, __VA_ARGS__) \
  M(_rtz, Rtz, __VA_ARGS__) \
  M(_rtp, Rtp, __VA_ARGS__) \
  M(_rtn, Rtn, __VA_ARGS__)
#define INTEGER_PAIRS(M, ...) \
  M(8, __VA_ARGS__) M(16, __VA_ARGS__) M(32, __VA_ARGS__) M(64, __VA_ARGS__)

// Floating point to integer and back.
#define FROM_FLOAT(suffix, mode, n, F)                                                             \
  LW i##n lw_ConvertFToS_ri##n##suffix##_##F(F x) { return toInteger<i##n, Mode::mode>(x); }       \
  LW i##n lw_ConvertFToS_ri##n##_sat##suffix##_##F(F x) { return toInteger<i##n, Mode::mode>(x); } \
  LW u##n lw_ConvertFToU_ri##n##suffix##_##F(F x) { return toInteger<u##n, Mode::mode>(x); }       \
  LW u##n lw_ConvertFToU_ri##n##_sat##suffix##_##F(F x) { return toInteger<u##n, Mode::mode>(x); } \
  LW F lw_ConvertSToF_r##F##suffix##_i##n(i##n x) { return toFloat<F, Mode::mode>(x); }            \
  LW F lw_ConvertUToF_r##F##suffix##_i##n(u##n x) { return toFloat<F, Mode::mode>(x); }
#define FLOAT_AND_INTEGER(n, F) MODES(FROM_FLOAT, n, F)
INTEGER_PAIRS(FLOAT_AND_INTEGER, f16)
INTEGER_PAIRS(FLOAT_AND_INTEGER, f32)
INTEGER_PAIRS(FLOAT_AND_INTEGER, f64)

#define FLOAT_AND_FLOAT(suffix, mode, To, From) \
  LW To lw_FConvert_r##To##suffix##_##From(From x) { return floatToFloat<To, Mode::mode>(x); }
MODES(FLOAT_AND_FLOAT, f16, f32)
MODES(FLOAT_AND_FLOAT, f16, f64)
MODES(FLOAT_AND_FLOAT, f32, f16)
MODES(FLOAT_AND_FLOAT, f32, f64)
MODES(FLOAT_AND_FLOAT, f64, f16)
MODES(FLOAT_AND_FLOAT, f64, f32)

// Integer to integer.
#define INTEGER_AND_INTEGER(to, from)                                                           \
  LW i##to lw_SConvert_ri##to##_i##from(i##from x) { return i##to(x); }                         \
  LW u##to lw_UConvert_ri##to##_i##from(u##from x) { return u##to(x); }                         \
  LW i##to lw_SConvert_ri##to##_sat_i##from(i##from x) { return saturatedInteger<i##to>(x); }   \
  LW u##to lw_UConvert_ri##to##_sat_i##from(u##from x) { return saturatedInteger<u##to>(x); }   \
  LW u##to lw_SatConvertSToU_ri##to##_i##from(i##from x) { return saturatedInteger<u##to>(x); } \
  LW i##to lw_SatConvertUToS_ri##to##_i##from(u##from x) { return saturatedInteger<i##to>(x); }
INTEGER_PAIRS(INTEGER_AND_INTEGER, 8)
INTEGER_PAIRS(INTEGER_AND_INTEGER, 16)
INTEGER_PAIRS(INTEGER_AND_INTEGER, 32)
INTEGER_PAIRS(INTEGER_AND_INTEGER, 64)
