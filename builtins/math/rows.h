// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rows of functions.def mean to who makes, times or compares wide forms: names, parameters,
// widths and rare arguments. VECTOR_BITS is that of the level's registers.
#pragma once
#include "builtins/vector.h"

template <class T, int Width>
using Vector = T __attribute__((ext_vector_type(Width)));

// The rows whose functions have no branch for rare arguments.
template <class... Args>
INLINE constexpr bool neverRare(Args...) {
  return false;
}
// A family's predicate takes as many of the arguments as it looks at.
#define RARE(predicate)                                        \
  [](auto x, auto y, auto...) __attribute__((always_inline)) { \
    if constexpr (requires { predicate(x, y); })               \
      return predicate(x, y);                                  \
    else                                                       \
      return predicate(x);                                     \
  }

// M(..., the scalar function's suffix, the wide form's, its parameters, and them without types) for each
// kind of arguments. v is the vector type, n the number of its components' bits, w that of its
// components.
#define KIND_X(M, v, n, w, ...) M(__VA_ARGS__, _f##n, _##v, (v x), (x))
#define KIND_XY(M, v, n, w, ...) M(__VA_ARGS__, _f##n##_f##n, _##v##_##v, (v x, v y), (x, y))
#define KIND_XYZ(M, v, n, w, ...) \
  M(__VA_ARGS__, _f##n##_f##n##_f##n, _##v##_##v##_##v, (v x, v y, v z), (x, y, z))
#define KIND_XN(M, v, n, w, ...) \
  M(__VA_ARGS__, _f##n##_i32, _##v##_i32x##w, (v x, i32x##w y), (x, y))
#define KIND_XP(M, v, n, w, ...) M(__VA_ARGS__, _f##n##_p, _##v##_p, (v x, f##n * other), (x, other))
#define KIND_XQ(M, v, n, w, ...) M(__VA_ARGS__, _f##n##_p, _##v##_p, (v x, i32 * other), (x, other))
#define KIND_XYQ(M, v, n, w, ...) \
  M(__VA_ARGS__, _f##n##_f##n##_p, _##v##_##v##_p, (v x, v y, i32 * other), (x, y, other))
#define KIND_B(M, v, n, w, ...) M(__VA_ARGS__, _i##n, _i##n##x##w, (i##n##x##w x), (x))
#define KIND_ToI(M, v, n, w, ...) M(__VA_ARGS__, _f##n, _##v, (v x), (x))

// form(..., bits of the type, number of lanes) for each form that the level has: one register of the widest
// type in it, which is at least an integer of 32 bits. Vectors below 128 bits have none, since code
// generation and the C ABI hand them on each in its way. builtins/wide_forms.h tells the compiler the
// same.
#if VECTOR_BITS >= 512
#define FORMS16(form, ...) form(__VA_ARGS__, 16, 8) form(__VA_ARGS__, 16, 16)
#define FORMS32(form, ...) \
  form(__VA_ARGS__, 32, 4) form(__VA_ARGS__, 32, 8) form(__VA_ARGS__, 32, 16)
#define FORMS64(form, ...) form(__VA_ARGS__, 64, 4) form(__VA_ARGS__, 64, 8)
#else
#define FORMS16(form, ...) form(__VA_ARGS__, 16, 8)
#define FORMS32(form, ...) form(__VA_ARGS__, 32, 4) form(__VA_ARGS__, 32, 8)
#define FORMS64(form, ...) form(__VA_ARGS__, 64, 4)
#endif
