// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common functions of OpenCL.std. f16 is computed in f32 where more than one rounding occurs.
#include "builtins/scalar.h"

// fmin(fmax(x, low), high): if one operand is a NaN, fmin and fmax return the other.
template <class T>
INLINE T clampOf(T x, T low, T high) {
  const T raised = x < low || x != x ? low : x;
  return raised > high || raised != raised ? high : raised;
}
template <class T>
INLINE T maxCommon(T x, T y) {
  return x < y ? y : x;
}
template <class T>
INLINE T minCommon(T x, T y) {
  return y < x ? y : x;
}
template <class T>
INLINE T stepOf(T edge, T x) {
  return x < edge ? T(0) : T(1);
}
template <class T>
INLINE T signOf(T x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0);
}
LW_FLOAT_3(fclamp, clampOf)
LW_FLOAT_2(fmax_common, maxCommon)
LW_FLOAT_2(fmin_common, minCommon)
LW_FLOAT_2(step, stepOf)
LW_FLOAT_1(sign, signOf)

// One product: the rounded constant and the rounding of the product.
LW f64 lw_degrees_f64(f64 x) { return x * 0x1.ca5dc1a63c1f8p+5; }
CLAIM(f64, 1.2, -0x1.1df44909178b8p-2)
LW f32 lw_degrees_f32(f32 x) { return f32(f64(x) * 0x1.ca5dc1a63c1f8p+5); }
CLAIM(f32, 0.501, -0x1.698402p-1)
LW f16 lw_degrees_f16(f16 x) { return rounded<f16>(f64(x) * 0x1.ca5dc1a63c1f8p+5); }
CLAIM(f16, 0.5, 0x1.aap-17)
LW f64 lw_radians_f64(f64 x) { return x * 0x1.1df46a2529d39p-6; }
CLAIM(f64, 1.2, 0x1.ca590f2a9078p+2)
LW f32 lw_radians_f32(f32 x) { return f32(f64(x) * 0x1.1df46a2529d39p-6); }
CLAIM(f32, 0.501, -0x1.af870cp-123)
LW f16 lw_radians_f16(f16 x) { return rounded<f16>(f64(x) * 0x1.1df46a2529d39p-6); }
CLAIM(f16, 0.5, 0x1.fc8p-14)

template <class T>
INLINE T mixOf(T x, T y, T a) {
  if constexpr (sizeof(T) == 2) return T(mixOf(f32(x), f32(y), f32(a)));
  return mad(y - x, a, x);
}
template <class T>
INLINE T smoothstepOf(T edge0, T edge1, T x) {
  if constexpr (sizeof(T) == 2) return T(smoothstepOf(f32(edge0), f32(edge1), f32(x)));
  const T part = (x - edge0) / (edge1 - edge0), t = part < 0 ? T(0) : part > 1 ? T(1) : part;
  return t * t * mad(T(-2), t, T(3));
}
LW_FLOAT_3(mix, mixOf)
LW_FLOAT_3(smoothstep, smoothstepOf)
