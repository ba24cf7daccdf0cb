// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vload and vstore of half in memory, and shuffles by variable masks. Pointers are aligned to the
// element, those of vloada and vstorea to the vector (of three elements: to that of four).
#include "builtins/scalar.h"
#include "builtins/vector.h"

extern "C" {
f16 lw_FConvert_rf16_rtz_f32(f32 x);
f16 lw_FConvert_rf16_rtp_f32(f32 x);
f16 lw_FConvert_rf16_rtn_f32(f32 x);
f16 lw_FConvert_rf16_rtz_f64(f64 x);
f16 lw_FConvert_rf16_rtp_f64(f64 x);
f16 lw_FConvert_rf16_rtn_f64(f64 x);
}

// The rounding modes as SPIR-V numbers them. The operand is a constant, so one arm is left after
// inlining.
enum : u32 { kNearestEven, kTowardZero, kTowardPositive, kTowardNegative };
INLINE f16 halfOf(f32 x, u32 mode) {
  switch (mode) {
    case kTowardZero:
      return lw_FConvert_rf16_rtz_f32(x);
    case kTowardPositive:
      return lw_FConvert_rf16_rtp_f32(x);
    case kTowardNegative:
      return lw_FConvert_rf16_rtn_f32(x);
    default:
      return f16(x);
  }
}
INLINE f16 halfOf(f64 x, u32 mode) {
  switch (mode) {
    case kTowardZero:
      return lw_FConvert_rf16_rtz_f64(x);
    case kTowardPositive:
      return lw_FConvert_rf16_rtp_f64(x);
    case kTowardNegative:
      return lw_FConvert_rf16_rtn_f64(x);
    default:
      return f16(x);
  }
}

// `step`: elements from one vector to the next.
template <class V, int n, int step>
INLINE V loaded(u64 offset, const f16* p) {
  V result;
  EACH(i, n) result[i] = f32(p[offset * step + i]);
  return result;
}
template <int n, int step, class V>
INLINE void store(V x, u64 offset, f16* p, u32 mode) {
  EACH(i, n) p[offset * step + i] = halfOf(x[i], mode);
}
constexpr int alignedStep(int n) { return n == 3 ? 4 : n; }

// Element masks count modulo the width of the operand, of both operands for shuffle2.
template <class Result, int from, int to, class V, class Mask>
INLINE Result shuffled(V x, Mask mask) {
  Result result;
  EACH(i, to) result[i] = x[u32(mask[i]) & (from - 1)];
  return result;
}
template <class Result, int from, int to, class V, class Mask>
INLINE Result shuffled(V x, V y, Mask mask) {
  Result result;
  EACH(i, to) {
    const u32 index = u32(mask[i]) & (2 * from - 1);
    const auto low = x[index & (from - 1)], high = y[index & (from - 1)];
    result[i] = index < from ? low : high;
  }
  return result;
}

// The C names are joined from types and widths, which only macros can do.
LW f32 lw_vload_half_i64_p(u64 offset, const f16* p) { return f32(p[offset]); }
LW f32 lw_vload_half_rf32_i64_p(u64 offset, const f16* p) { return f32(p[offset]); }

// The parameter n is an operand of the SPIR-V instruction; the type contains it, too.
#define LOAD_HALF(n)                                                               \
  LW f32x##n lw_vload_halfn_rf32x##n##_i64_p_i32(u64 offset, const f16* p, u32) {  \
    return loaded<f32x##n, n, n>(offset, p);                                       \
  }                                                                                \
  LW f32x##n lw_vloada_halfn_rf32x##n##_i64_p_i32(u64 offset, const f16* p, u32) { \
    return loaded<f32x##n, n, alignedStep(n)>(offset, p);                          \
  }
WIDTHS(LOAD_HALF)

#define STORE_HALF(T)                                                                 \
  LW void lw_vstore_half_##T##_i64_p(T x, u64 offset, f16* p) { p[offset] = f16(x); } \
  LW void lw_vstore_half_r_##T##_i64_p_i32(T x, u64 offset, f16* p, u32 mode) {       \
    p[offset] = halfOf(x, mode);                                                      \
  }                                                                                   \
  STORE_HALF_VECTOR(T, 2)                                                             \
  STORE_HALF_VECTOR(T, 3)                                                             \
  STORE_HALF_VECTOR(T, 4)                                                             \
  STORE_HALF_VECTOR(T, 8)                                                             \
  STORE_HALF_VECTOR(T, 16)
#define STORE_HALF_VECTOR(T, n)                                                               \
  LW void lw_vstore_halfn_r_##T##x##n##_i64_p_i32(T##x##n x, u64 offset, f16* p, u32 mode) {  \
    store<n, n>(x, offset, p, mode);                                                          \
  }                                                                                           \
  LW void lw_vstore_halfn_##T##x##n##_i64_p(T##x##n x, u64 offset, f16* p) {                  \
    store<n, n>(x, offset, p, kNearestEven);                                                  \
  }                                                                                           \
  LW void lw_vstorea_halfn_r_##T##x##n##_i64_p_i32(T##x##n x, u64 offset, f16* p, u32 mode) { \
    store<n, alignedStep(n)>(x, offset, p, mode);                                             \
  }                                                                                           \
  LW void lw_vstorea_halfn_##T##x##n##_i64_p(T##x##n x, u64 offset, f16* p) {                 \
    store<n, alignedStep(n)>(x, offset, p, kNearestEven);                                     \
  }
STORE_HALF(f32)
STORE_HALF(f64)

#define SHUFFLE(T, M, from, to)                                                                \
  LW T##x##to lw_shuffle_##T##x##from##_##M##x##to(T##x##from x, M##x##to mask) {              \
    return shuffled<T##x##to, from, to>(x, mask);                                              \
  }                                                                                            \
  LW T##x##to lw_shuffle2_##T##x##from##_##T##x##from##_##M##x##to(T##x##from x, T##x##from y, \
                                                                   M##x##to mask) {            \
    return shuffled<T##x##to, from, to>(x, y, mask);                                           \
  }
#define SHUFFLE_FROM(T, M, from) \
  SHUFFLE(T, M, from, 2) SHUFFLE(T, M, from, 4) SHUFFLE(T, M, from, 8) SHUFFLE(T, M, from, 16)
#define SHUFFLE_TYPE(T, M) \
  SHUFFLE_FROM(T, M, 2) SHUFFLE_FROM(T, M, 4) SHUFFLE_FROM(T, M, 8) SHUFFLE_FROM(T, M, 16)
SHUFFLE_TYPE(i8, i8)
SHUFFLE_TYPE(i16, i16)
SHUFFLE_TYPE(i32, i32)
SHUFFLE_TYPE(i64, i64)
SHUFFLE_TYPE(f16, i16)
SHUFFLE_TYPE(f32, i32)
SHUFFLE_TYPE(f64, i64)
