// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer functions of OpenCL.std that are more than an instruction, for 8, 16, 32 and 64 bits.
// The prefix of a name is the signedness of the operands.
#include "builtins/scalar.h"

#define SIGNED_TYPES(M) M(i8, i8) M(i16, i16) M(i32, i32) M(i64, i64)
#define UNSIGNED_TYPES(M) M(u8, i8) M(u16, i16) M(u32, i32) M(u64, i64)

template <class T>
INLINE T clamp(T x, T low, T high) {
  const T raised = x < low ? low : x;
  return raised > high ? high : raised;
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

// Macros, because they join the C names of functions from operation and types.
#define BINARY(T, suffix, prefix, name, expression) \
  LW T lw_##prefix##name##_##suffix##_##suffix(T x, T y) { return T(expression); }
#define TERNARY(T, suffix, prefix, name, expression) \
  LW T lw_##prefix##name##_##suffix##_##suffix##_##suffix(T x, T y, T z) { return T(expression); }

#define BOTH(T, suffix, prefix)                        \
  BINARY(T, suffix, prefix, hadd, hadd(x, y))          \
  BINARY(T, suffix, prefix, rhadd, rhadd(x, y))        \
  BINARY(T, suffix, prefix, abs_diff, absDiff(x, y))   \
  TERNARY(T, suffix, prefix, clamp, clamp(x, y, z))    \
  TERNARY(T, suffix, prefix, mad_sat, madSat(x, y, z)) \
  TERNARY(T, suffix, prefix, mad_hi,                   \
          typename Type<T>::Unsigned(mulHi(x, y)) + typename Type<T>::Unsigned(z))

#define SIGNED(T, suffix) \
  BOTH(T, suffix, s_)     \
  LW T lw_s_abs_##suffix(T x) { return T(absDiff(x, T(0))); }

#define UNSIGNED(T, suffix) \
  BOTH(T, suffix, u_)       \
  LW T lw_u_abs_##suffix(T x) { return x; }

SIGNED_TYPES(SIGNED)
UNSIGNED_TYPES(UNSIGNED)

// The upper half from hi, the lower from lo. The signed function differs only in its name.
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

// The result for operands outside 24 bits is unspecified, so a plain product is allowed.
LW u32 lw_s_mul24_i32_i32(u32 x, u32 y) { return x * y; }
LW u32 lw_u_mul24_i32_i32(u32 x, u32 y) { return x * y; }
LW u32 lw_s_mad24_i32_i32_i32(u32 x, u32 y, u32 z) { return x * y + z; }
LW u32 lw_u_mad24_i32_i32_i32(u32 x, u32 y, u32 z) { return x * y + z; }
