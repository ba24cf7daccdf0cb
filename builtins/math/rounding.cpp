// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounding to integers. f16 is rounded in f32, which is exact.
#include "builtins/scalar.h"

template <class T>
INLINE T ceilOf(T x) {
  if constexpr (sizeof(T) == 2)
    return T(ceilOf(f32(x)));
  else
    return __builtin_elementwise_ceil(x);
}
template <class T>
INLINE T floorOf(T x) {
  if constexpr (sizeof(T) == 2)
    return T(floorOf(f32(x)));
  else
    return __builtin_elementwise_floor(x);
}
template <class T>
INLINE T rintOf(T x) {
  if constexpr (sizeof(T) == 2)
    return T(rintOf(f32(x)));
  else
    return __builtin_elementwise_roundeven(x);
}
template <class T>
INLINE T truncOf(T x) {
  if constexpr (sizeof(T) == 2)
    return T(truncOf(f32(x)));
  else
    return __builtin_elementwise_trunc(x);
}
// Ties are rounded away from zero. The addend is the largest number below one half, so that numbers just
// below a tie stay below it; the sum with a large odd integer rounds back.
template <class T>
INLINE T roundOf(T x) {
  if constexpr (sizeof(T) == 2)
    return T(truncOf(f32(x) + withSign(0.5f, f32(x))));
  else {
    const T belowHalf = bitsAs<T>(typename Type<T>::Bits(bitsOf(T(0.5)) - 1));
    return truncOf(x + withSign(belowHalf, x));
  }
}
// x - floor(x), below one; the sign of zero is that of x.
template <class T>
INLINE T fractOf(T x, T* whole) {
  const T below = floorOf(x);
  *whole = below;
  const T largest = bitsAs<T>(typename Type<T>::Bits(bitsOf(T(1)) - 1));
  const T difference = x - below;
  const T limited = difference >= T(1) ? largest : difference;
  const bool none = limited == T(0) || bitsOf(absOf(x)) == Type<T>::infinity;
  return none ? withSign(T(0), x) : limited;
}
template <class T>
INLINE T modfOf(T x, T* whole) {
  const T part = truncOf(x);
  *whole = part;
  const T rest = bitsOf(absOf(x)) == Type<T>::infinity ? T(0) : x - part;
  return x != x ? x : withSign(rest, x);
}

LW_FLOAT_1(ceil, ceilOf)
LW_FLOAT_1(floor, floorOf)
LW_FLOAT_1(rint, rintOf)
LW_FLOAT_1(trunc, truncOf)
LW_FLOAT_1(round, roundOf)

// A macro, because it joins the C names of functions from operation and type.
#define WITH_POINTER(T)                                              \
  LW T lw_fract_##T##_p(T x, T* whole) { return fractOf(x, whole); } \
  LW T lw_modf_##T##_p(T x, T* whole) { return modfOf(x, whole); }
WITH_POINTER(f16)
WITH_POINTER(f32)
WITH_POINTER(f64)
