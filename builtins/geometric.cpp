// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The geometric functions of OpenCL.std and OpDot, for scalars and vectors. Deliberately wider than
// needed: f32 is computed in f64 and f16 in f32, where no square overflows or underflows; f64 is
// scaled by a power of two.
#include "builtins/scalar.h"
#include "builtins/vector.h"

// The part that all vector sizes share, for an array of the elements.
template <class T, int n>
struct Elements {
  T at[n];
};

template <class W, class T, int n>
INLINE W sumOfSquares(const Elements<T, n>& v, W scale) {
  W sum = 0;
  EACH(i, n) {
    const W x = W(v.at[i]) * scale;
    sum = mad(x, x, sum);
  }
  return sum;
}

// 2^-e for the exponent e of the largest magnitude, kept in the normal range.
template <int n>
INLINE f64 scaleOf(const Elements<f64, n>& v) {
  u64 largest = 0;
  EACH(i, n) {
    const u64 magnitude = bitsOf(absOf(v.at[i]));
    largest = magnitude > largest ? magnitude : largest;
  }
  const u64 exponent = largest >> 52;
  const u64 kept = exponent < 1 ? 1 : exponent > 2045 ? 2045 : exponent;
  return bitsAs<f64>((2046 - kept) << 52);
}
INLINE f64 inverseOfPower(f64 power) { return bitsAs<f64>((u64(2046) << 52) - bitsOf(power)); }

template <class T, int n>
INLINE T lengthOf(const Elements<T, n>& v) {
  if constexpr (sizeof(T) == 8) {
    const f64 scale = scaleOf(v);
    return __builtin_sqrt(sumOfSquares<f64>(v, scale)) * inverseOfPower(scale);
  } else {
    using W = typename Type<T>::Wide;
    return T(__builtin_elementwise_sqrt(sumOfSquares<W>(v, W(1))));
  }
}

// An infinite element counts as one and the finite ones as zero; a NaN makes all NaN.
template <class T, int n>
INLINE Elements<T, n> withoutInfinities(const Elements<T, n>& v) {
  bool infinite = false;
  EACH(i, n) infinite |= bitsOf(absOf(v.at[i])) == Type<T>::infinity;
  Elements<T, n> result;
  EACH(i, n) {
    const T x = v.at[i];
    const T replaced = bitsOf(absOf(x)) == Type<T>::infinity ? withSign(T(1), x) : T(0) * x;
    result.at[i] = infinite ? replaced : x;
  }
  return result;
}

template <class T, int n>
INLINE Elements<T, n> normalizeOf(const Elements<T, n>& given) {
  using W = typename Type<T>::Wide;
  const Elements<T, n> v = withoutInfinities(given);
  W scale = 1;
  if constexpr (sizeof(T) == 8) scale = scaleOf(v);
  const W squares = sumOfSquares<W>(v, scale);
  const W length = __builtin_elementwise_sqrt(squares);
  Elements<T, n> result;
  EACH(i, n)
  result.at[i] = squares == W(0) ? v.at[i] : T(W(v.at[i]) * scale / length);
  return result;
}

template <class T, int n>
INLINE T fastLengthOf(const Elements<T, n>& v) {
  return __builtin_elementwise_sqrt(sumOfSquares<T>(v, T(1)));
}

template <class T, int n>
INLINE Elements<T, n> fastNormalizeOf(const Elements<T, n>& v) {
  const T squares = sumOfSquares<T>(v, T(1));
  const T inverse = T(1) / __builtin_elementwise_sqrt(squares);
  Elements<T, n> result;
  EACH(i, n) result.at[i] = squares == T(0) ? v.at[i] : v.at[i] * inverse;
  return result;
}

// Differences are taken in the wider type: no rounding, no overflow. f64 halves first where the
// difference could overflow, which loses nothing there.
template <class T, int n>
INLINE T distanceOf(const Elements<T, n>& a, const Elements<T, n>& b) {
  using W = typename Type<T>::Wide;
  Elements<W, n> difference;
  if constexpr (sizeof(T) == 8) {
    EACH(i, n) difference.at[i] = a.at[i] - b.at[i];
    return lengthOf(difference);
  } else {
    EACH(i, n) difference.at[i] = W(a.at[i]) - W(b.at[i]);
    return T(__builtin_elementwise_sqrt(sumOfSquares<W>(difference, W(1))));
  }
}

template <class T, int n>
INLINE T dotOf(const Elements<T, n>& a, const Elements<T, n>& b) {
  using W = typename Type<T>::Wide;
  W sum = 0;
  if constexpr (sizeof(T) == 2) {
    EACH(i, n) sum = mad(W(a.at[i]), W(b.at[i]), sum);
    return T(sum);
  } else {
    T result = a.at[0] * b.at[0];
    _Pragma("clang loop unroll(full)") for (int i = 1; i < n; ++i) result =
        mad(a.at[i], b.at[i], result);
    return result;
  }
}

// Macros, because they join the C names of functions from operation and vector types.
#define GEOMETRIC_VECTOR(T, n)                     \
  INLINE Elements<T, n> elements(T##x##n v) {      \
    Elements<T, n> result;                         \
    EACH(i, n) result.at[i] = v[i];                \
    return result;                                 \
  }                                                \
  INLINE T##x##n vector(const Elements<T, n>& v) { \
    T##x##n result;                                \
    EACH(i, n) result[i] = v.at[i];                \
    return result;                                 \
  }                                                \
  GEOMETRIC(T, T##x##n)

#define GEOMETRIC(T, V)                                                                 \
  LW T lw_length_##V(V v) { return lengthOf(elements(v)); }                             \
  LW T lw_distance_##V##_##V(V a, V b) { return distanceOf(elements(a), elements(b)); } \
  LW V lw_normalize_##V(V v) { return vector(normalizeOf(elements(v))); }               \
  LW T lw_fast_length_##V(V v) { return fastLengthOf(elements(v)); }                    \
  LW T lw_fast_distance_##V##_##V(V a, V b) { return fastLengthOf(elements(a - b)); }   \
  LW V lw_fast_normalize_##V(V v) { return vector(fastNormalizeOf(elements(v))); }      \
  LW T lw_Dot_##V##_##V(V a, V b) { return dotOf(elements(a), elements(b)); }

#define GEOMETRIC_TYPE(T)                                                                       \
  INLINE Elements<T, 1> elements(T x) { return {{x}}; }                                         \
  INLINE T vector(const Elements<T, 1>& v) { return v.at[0]; }                                  \
  GEOMETRIC(T, T)                                                                               \
  GEOMETRIC_VECTOR(T, 2)                                                                        \
  GEOMETRIC_VECTOR(T, 3)                                                                        \
  GEOMETRIC_VECTOR(T, 4)                                                                        \
  GEOMETRIC_VECTOR(T, 8)                                                                        \
  GEOMETRIC_VECTOR(T, 16)                                                                       \
  LW T##x3 lw_cross_##T##x3_##T##x3(T##x3 a, T##x3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; } \
  LW T##x4 lw_cross_##T##x4_##T##x4(T##x4 a, T##x4 b) {                                         \
    T##x4 result = a.yzxw * b.zxyw - a.zxyw * b.yzxw;                                           \
    result.w = T(0);                                                                            \
    return result;                                                                              \
  }
GEOMETRIC_TYPE(f16)
GEOMETRIC_TYPE(f32)
GEOMETRIC_TYPE(f64)

// fast_*: for vectors whose squares are in range.
CLAIM_OF(length, 1, f16, 0.501, 0x1.1f8p-3, -0x1.0ap-8, -0x1.adp-11)
CLAIM_OF(distance, 2, f16, 0.501, -0x1.6e4p-8, 0x1.6e4p-6, 0x1.b2p-15, -0x1.61p-16, 0x1.22p-6, -0x1.d5p-14, -0x1.26p-17, 0x1.244p-11)
CLAIM_OF(normalize, 1, f16, 0.501, 0x1.7ap-10, -0x1.3ecp+1, -0x1.99p-3, -0x1.684p-2)
CLAIM_OF(length, 1, f32, 0.501, 0x1.12aa94p+32, -0x1.ef347ep+33)
CLAIM_OF(distance, 2, f32, 0.501, -0x1.0cbca6p-57, -0x1.465072p-81, 0x1.1b5214p-57, -0x1.d6e4cap-81)
CLAIM_OF(normalize, 1, f32, 0.501, 0x1.4c6f0ap-40, 0x1.bde9e6p-40)
CLAIM_OF(length, 1, f64, 2, 0x1.757b33c562d32p-231, -0x1.9af2fc67b1b93p-258, 0x1.12073cba3f5cfp-236, -0x1.c10dd4aa239p-245)
CLAIM_OF(distance, 2, f64, 3, 0x1.1a5fb2d99b6b3p-977, -0x1.3e8233f042486p-979, 0x1.efe7e0a7be72dp-977, -0x1.66d6a28e8a9a9p-977, -0x1.bc6108aa0fd2ap-977, -0x1.96bf3276a243p-977, 0x1.eb34dd7e9f90cp-977, -0x1.ad24c7ab490bap-977)
CLAIM_OF(normalize, 1, f64, 3.5, 0x1.00e503a7a427ap-1000, 0x1.696b0ebc6d004p-1016, 0x1.aa0f76786fff4p-1005, -0x1.bfddef57d04d9p-1022)
CLAIM_OF(fast_length, 1, f32, 2, -0x1.93f5a4p+59, 0x1.74ef72p+54, -0x1.8f4478p+55, 0x1.b92f7cp+50)
CLAIM_OF(fast_distance, 2, f32, 3, 0x1.3d927ap+27, -0x1.0ae4f6p+10, 0x1.daadb2p+20, -0x1.ebdd5cp+15, -0x1.f79b9p+27, -0x1.335982p+24, 0x1.2c189ap+11, -0x1.a06516p+24)
CLAIM_OF(fast_normalize, 1, f32, 4, 0x1.16ae3cp+38, 0x1.66c96ap+30, 0x1.378af6p+29, -0x1.232c7ap+29)
