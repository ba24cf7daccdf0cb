// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer functions of OpenCL.std and the bit instructions of SPIR-V, for 8, 16, 32 and 64
// bits. The prefix of a name says how the operands are read.
#include "builtins/scalar.h"

#define SIGNED_TYPES(M) M(i8, i8) M(i16, i16) M(i32, i32) M(i64, i64)
#define UNSIGNED_TYPES(M) M(u8, i8) M(u16, i16) M(u32, i32) M(u64, i64)

template <class T>
INLINE T clamp(T x, T low, T high) {
  const T raised = x < low ? low : x;
  return raised > high ? high : raised;
}
// Clang's saturating builtins promote narrow operands, so those are clamped in int.
template <class T>
INLINE T addSat(T x, T y) {
  if constexpr (Type<T>::bits < 32)
    return T(clamp(x + y, int(Type<T>::min), int(Type<T>::max)));
  else
    return __builtin_elementwise_add_sat(x, y);
}
template <class T>
INLINE T subSat(T x, T y) {
  if constexpr (Type<T>::bits < 32)
    return T(clamp(x - y, int(Type<T>::min), int(Type<T>::max)));
  else
    return __builtin_elementwise_sub_sat(x, y);
}
template <class T>
INLINE T bitReverse(T x) {
  if constexpr (Type<T>::bits < 32)
    return T(bitReverse(u32(x)) >> (32 - Type<T>::bits));
  else
    return __builtin_elementwise_bitreverse(x);
}
template <class T>
INLINE T hadd(T x, T y) {
  return T((x & y) + ((x ^ y) >> 1));
}
template <class T>
INLINE T rhadd(T x, T y) {
  return T((x | y) - ((x ^ y) >> 1));
}
template <class T>
INLINE T mulHi(T x, T y) {
  using Wide = typename Type<T>::Wide;
  return T((Wide(x) * Wide(y)) >> Type<T>::bits);
}
template <class T>
INLINE T madSat(T x, T y, T z) {
  // The sum of a product and an addend fits the wide type.
  using Wide = typename Type<T>::Wide;
  const Wide sum = Wide(Wide(Wide(x) * Wide(y)) + Wide(z));
  return sum > Wide(Type<T>::max) ? Type<T>::max : sum < Wide(Type<T>::min) ? Type<T>::min : T(sum);
}
template <class T>
INLINE typename Type<T>::Unsigned absDiff(T x, T y) {
  using Unsigned = typename Type<T>::Unsigned;
  return x > y ? Unsigned(Unsigned(x) - Unsigned(y)) : Unsigned(Unsigned(y) - Unsigned(x));
}
template <class T>
INLINE T rotate(T x, T count) {
  constexpr int last = Type<T>::bits - 1;
  const int left = int(count & last), right = int(-left & last);
  return T(T(x << left) | T(x >> right));
}

#define BINARY(T, suffix, prefix, name, expression) \
  LW T lw_##prefix##name##_##suffix##_##suffix(T x, T y) { return T(expression); }
#define TERNARY(T, suffix, prefix, name, expression) \
  LW T lw_##prefix##name##_##suffix##_##suffix##_##suffix(T x, T y, T z) { return T(expression); }

#define BOTH(T, suffix, prefix)                        \
  BINARY(T, suffix, prefix, add_sat, addSat(x, y))     \
  BINARY(T, suffix, prefix, sub_sat, subSat(x, y))     \
  BINARY(T, suffix, prefix, hadd, hadd(x, y))          \
  BINARY(T, suffix, prefix, rhadd, rhadd(x, y))        \
  BINARY(T, suffix, prefix, max, x > y ? x : y)        \
  BINARY(T, suffix, prefix, min, x < y ? x : y)        \
  BINARY(T, suffix, prefix, mul_hi, mulHi(x, y))       \
  BINARY(T, suffix, prefix, abs_diff, absDiff(x, y))   \
  TERNARY(T, suffix, prefix, clamp, clamp(x, y, z))    \
  TERNARY(T, suffix, prefix, mad_sat, madSat(x, y, z)) \
  TERNARY(T, suffix, prefix, mad_hi,                   \
          typename Type<T>::Unsigned(mulHi(x, y)) + typename Type<T>::Unsigned(z))

#define SIGNED(T, suffix) \
  BOTH(T, suffix, s_)     \
  LW T lw_s_abs_##suffix(T x) { return T(absDiff(x, T(0))); }

#define UNSIGNED(T, suffix)                                                 \
  BOTH(T, suffix, u_)                                                       \
  LW T lw_u_abs_##suffix(T x) { return x; }                                 \
  LW T lw_clz_##suffix(T x) { return T(__builtin_clzg(x, Type<T>::bits)); } \
  LW T lw_ctz_##suffix(T x) { return T(__builtin_ctzg(x, Type<T>::bits)); } \
  LW T lw_popcount_##suffix(T x) { return T(__builtin_popcountg(x)); }      \
  LW T lw_BitCount_##suffix(T x) { return T(__builtin_popcountg(x)); }      \
  LW T lw_BitReverse_##suffix(T x) { return bitReverse(x); }                \
  BINARY(T, suffix, , rotate, rotate(x, y))

SIGNED_TYPES(SIGNED)
UNSIGNED_TYPES(UNSIGNED)

// The upper half from hi, the lower from lo; the signed form differs in nothing but the name.
#define UPSAMPLE(wide, narrow, suffix)                              \
  LW wide lw_u_upsample_##suffix##_##suffix(narrow hi, narrow lo) { \
    return wide(wide(hi) << Type<narrow>::bits | lo);               \
  }                                                                 \
  LW wide lw_s_upsample_##suffix##_##suffix(narrow hi, narrow lo) { \
    return wide(wide(hi) << Type<narrow>::bits | lo);               \
  }
UPSAMPLE(u16, u8, i8)
UPSAMPLE(u32, u16, i16)
UPSAMPLE(u64, u32, i32)

// Operands outside 24 bits give an unspecified result: a plain product is one.
LW u32 lw_s_mul24_i32_i32(u32 x, u32 y) { return x * y; }
LW u32 lw_u_mul24_i32_i32(u32 x, u32 y) { return x * y; }
LW u32 lw_s_mad24_i32_i32_i32(u32 x, u32 y, u32 z) { return x * y + z; }
LW u32 lw_u_mad24_i32_i32_i32(u32 x, u32 y, u32 z) { return x * y + z; }

// From the top, as a count of all bits is allowed: shifting by the width would be undefined.
template <class T>
INLINE T lowBits(u32 count) {
  return count == 0 ? T(0) : T(T(~T(0)) >> (Type<T>::bits - count));
}
#define BIT_FIELD(T, suffix)                                                                  \
  LW T lw_BitFieldInsert_##suffix##_##suffix##_i32_i32(T base, T insert, u32 at, u32 count) { \
    const T mask = count == 0 ? T(0) : T(lowBits<T>(count) << at);                            \
    return T((base & ~mask) | (count == 0 ? T(0) : T(T(insert << at) & mask)));               \
  }                                                                                           \
  LW T lw_BitFieldUExtract_##suffix##_i32_i32(T base, u32 at, u32 count) {                    \
    return count == 0 ? T(0) : T(T(base >> at) & lowBits<T>(count));                          \
  }                                                                                           \
  LW T lw_BitFieldSExtract_##suffix##_i32_i32(T base, u32 at, u32 count) {                    \
    using Signed = typename Type<T>::Signed;                                                  \
    const u32 up = Type<T>::bits - count;                                                     \
    return count == 0 ? T(0) : T(Signed(T(T(base >> at) << up)) >> up);                       \
  }
UNSIGNED_TYPES(BIT_FIELD)
