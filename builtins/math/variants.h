// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The columns `arguments`, `slow path` and `variants` of functions.def for C++ that defines, times
// or compares vector variants: names, parameters, lanes. VECTOR_BITS is the size of the vector
// registers.
#pragma once
#include "builtins/arguments.h"
#include "builtins/vector.h"

template <class T, int Lanes>
using Vector = T __attribute__((ext_vector_type(Lanes)));

// The slow path of functions that have none.
template <class... Args>
INLINE constexpr bool neverSlow(Args...) {
  return false;
}
// A family's predicate as a function of all arguments: it takes the first two or the first.
#define SLOW_PATH(predicate)                                   \
  [](auto x, auto y, auto...) __attribute__((always_inline)) { \
    if constexpr (requires { predicate(x, y); })               \
      return predicate(x, y);                                  \
    else                                                       \
      return predicate(x);                                     \
  }

// The calling convention of vector variants, which the build chooses for each level: kernels expect
// what compiler/target/target.cpp says.
#ifdef VARIANT_CONVENTION
#define VARIANT_CALL __attribute__((VARIANT_CONVENTION))
#else
#define VARIANT_CALL
#endif

// What follows are macros and not templates because it makes C names of tokens: lw_sin_f32x4 is the
// function's name, its type and its lanes, which a template cannot declare. What the functions do
// is in the templates of vector_variants.cpp and bench/math/loops.cpp.
//
// M(T, I, w, lanes, ...) for each variant: one register of the widest type in it, which is at least
// an integer of 32 bits. With registers of more than 128 bits, vectors below 128 bits have none, since
// code generation and the C ABI pass them differently. isVariant() of builtins/functions.h is the same rule.
#if VECTOR_BITS >= 512
#define VARIANTS_f16(M, ...) M(f16, i16, x8, 8, __VA_ARGS__) M(f16, i16, x16, 16, __VA_ARGS__)
#define VARIANTS_f32(M, ...) \
  M(f32, i32, x4, 4, __VA_ARGS__) M(f32, i32, x8, 8, __VA_ARGS__) M(f32, i32, x16, 16, __VA_ARGS__)
#define VARIANTS_f64(M, ...) M(f64, i64, x4, 4, __VA_ARGS__) M(f64, i64, x8, 8, __VA_ARGS__)
#elif VECTOR_BITS >= 256
#define VARIANTS_f16(M, ...) M(f16, i16, x8, 8, __VA_ARGS__)
#define VARIANTS_f32(M, ...) M(f32, i32, x4, 4, __VA_ARGS__) M(f32, i32, x8, 8, __VA_ARGS__)
#define VARIANTS_f64(M, ...) M(f64, i64, x4, 4, __VA_ARGS__)
#else
#define VARIANTS_f16(M, ...) M(f16, i16, x4, 4, __VA_ARGS__)
#define VARIANTS_f32(M, ...) M(f32, i32, x4, 4, __VA_ARGS__)
#define VARIANTS_f64(M, ...) M(f64, i64, x2, 2, __VA_ARGS__)
#endif
// The same by the column `variants`.
#define VARIANTS_Always(T, M, ...) VARIANTS_##T(M, __VA_ARGS__)
#define VARIANTS_FromFour VARIANTS_Always
#define VARIANTS_OfFull(T, M, ...)

// IN_FAMILY(family)(text) is text if the file is compiled with -DFAMILY_<family>=,KEEP, else
// nothing.
#define IN_FAMILY(family) CHOOSE(FAMILY_##family)
#define CHOOSE(...) SECOND(__VA_ARGS__, DROP, )
#define SECOND(first, second, ...) second
#define KEEP(...) __VA_ARGS__
#define DROP(...)
