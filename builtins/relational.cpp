// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classification and relation of floating-point values (instructions of the SPIR-V core), and
// select and bitselect of OpenCL.std. Relations give i1.
#include "builtins/scalar.h"
#include "builtins/vector.h"

template <class T>
INLINE bool isNormal(T x) {
  const auto magnitude = bitsOf(absOf(x));
  return magnitude >= bitsOf(powerOfTwo<T>(1 - Type<T>::bias)) && magnitude < Type<T>::infinity;
}

#define RELATIONAL(T)                                                             \
  LW bool lw_IsNan_##T(T x) { return x != x; }                                    \
  LW bool lw_IsInf_##T(T x) { return bitsOf(absOf(x)) == Type<T>::infinity; }     \
  LW bool lw_IsFinite_##T(T x) { return bitsOf(absOf(x)) < Type<T>::infinity; }   \
  LW bool lw_IsNormal_##T(T x) { return isNormal(x); }                            \
  LW bool lw_SignBitSet_##T(T x) { return (bitsOf(x) & Type<T>::sign) != 0; }     \
  LW bool lw_LessOrGreater_##T##_##T(T x, T y) { return x < y || x > y; }         \
  LW bool lw_Ordered_##T##_##T(T x, T y) { return !__builtin_isunordered(x, y); } \
  LW bool lw_Unordered_##T##_##T(T x, T y) { return __builtin_isunordered(x, y); }
RELATIONAL(f16)
RELATIONAL(f32)
RELATIONAL(f64)

// Booleans of vectors travel as bytes.
#define ANY_ALL(n)                                                        \
  LW bool lw_Any_i8x##n(i8x##n x) { return __builtin_reduce_or(x) != 0; } \
  LW bool lw_All_i8x##n(i8x##n x) { return __builtin_reduce_and(x != i8(0)) != 0; }
WIDTHS(ANY_ALL)

// Each bit from b where the bit of c is set, else from a.
#define BITSELECT(T, Bits, s)                                                     \
  LW T lw_bitselect_##s##_##s##_##s(T a, T b, T c) {                              \
    const auto mask = bitsAs<Bits>(c);                                            \
    return bitsAs<T>(Bits((bitsAs<Bits>(a) & ~mask) | (bitsAs<Bits>(b) & mask))); \
  }
BITSELECT(u8, u8, i8)
BITSELECT(u16, u16, i16)
BITSELECT(u32, u32, i32)
BITSELECT(u64, u64, i64)
BITSELECT(f16, u16, f16)
BITSELECT(f32, u32, f32)
BITSELECT(f64, u64, f64)

// A scalar condition holds if it is not zero, an element of a vector if its top bit is set.
#define SELECT_VECTOR(T, C, n)                                                              \
  LW T##x##n lw_select_##T##x##n##_##T##x##n##_##C##x##n(T##x##n a, T##x##n b, C##x##n c) { \
    T##x##n result;                                                                         \
    EACH(i, n) result[i] = c[i] < 0 ? b[i] : a[i];                                          \
    return result;                                                                          \
  }
#define SELECT(T, C)                                                       \
  LW T lw_select_##T##_##T##_##C(T a, T b, C c) { return c != 0 ? b : a; } \
  SELECT_VECTOR(T, C, 2)                                                   \
  SELECT_VECTOR(T, C, 3)                                                   \
  SELECT_VECTOR(T, C, 4)                                                   \
  SELECT_VECTOR(T, C, 8)                                                   \
  SELECT_VECTOR(T, C, 16)
SELECT(i8, i8)
SELECT(i16, i16)
SELECT(i32, i32)
SELECT(i64, i64)
SELECT(f16, i16)
SELECT(f32, i32)
SELECT(f64, i64)
