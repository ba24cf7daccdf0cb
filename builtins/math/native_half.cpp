// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native_* and half_*: the full forms. Cheaper ones are allowed (8192 ulp, or any) and may come.
#include "builtins/scalar.h"

#define BOTH_1(name, expression)                            \
  LW f32 lw_half_##name##_f32(f32 x) { return expression; } \
  LW f32 lw_native_##name##_f32(f32 x) { return expression; }
#define FORWARD_1(name)                \
  extern "C" f32 lw_##name##_f32(f32); \
  BOTH_1(name, lw_##name##_f32(x))
FORWARD_1(cos)
FORWARD_1(exp)
FORWARD_1(exp2)
FORWARD_1(exp10)
FORWARD_1(log)
FORWARD_1(log2)
FORWARD_1(log10)
FORWARD_1(sin)
FORWARD_1(tan)
BOTH_1(recip, 1.0f / x)
BOTH_1(rsqrt, 1.0f / __builtin_sqrtf(x))
BOTH_1(sqrt, __builtin_sqrtf(x))

extern "C" f32 lw_powr_f32_f32(f32, f32);
LW f32 lw_half_divide_f32_f32(f32 x, f32 y) { return x / y; }
LW f32 lw_native_divide_f32_f32(f32 x, f32 y) { return x / y; }
LW f32 lw_half_powr_f32_f32(f32 x, f32 y) { return lw_powr_f32_f32(x, y); }
LW f32 lw_native_powr_f32_f32(f32 x, f32 y) { return lw_powr_f32_f32(x, y); }
