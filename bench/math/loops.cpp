// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the functions of one family (FAMILY_SOURCE, FAMILY_ROWS, FAMILY_NAME). The
// device library's source is in this file, so that Clang makes the forms of 8 and 16 lanes of it.
// A vector of arguments is one call, as of a large function from a kernel and of SLEEF.
#include "bench/math/loops.h"

#include "builtins/scalar.h"
// Calls of one large function by another are part of the wide form.
#undef LW_LARGE
#define LW_LARGE extern "C" [[gnu::always_inline]]
#include FAMILY_SOURCE
#include "builtins/math/functions.def"

namespace lanewise::bench {
namespace {

template <bool First, class A, class B>
struct Choice {
  using Type = A;
};
template <class A, class B>
struct Choice<false, A, B> {
  using Type = B;
};
// The rows whose functions have no branch for rare arguments.
template <class... Args>
INLINE constexpr bool neverRare(Args...) {
  return false;
}
// A family's predicate takes as many of the arguments as it looks at.
#define RARE(predicate)                              \
  [](auto x, auto y) __attribute__((always_inline)) { \
    if constexpr (requires { predicate(x, y); })     \
      return predicate(x, y);                        \
    else                                             \
      return predicate(x);                           \
  }

// One call per vector. `Call` is a function of scalars that this file can see the body of; the
// loop in `vectorCall` becomes one pass over vectors of `Lanes`. Where an argument of the vector is
// rare, all its lanes take the scalar way, as behind a branch "is any lane ...".
template <class T, Arguments A>
using Second = Choice<hasInteger(A), i32, T>::Type;
template <class T, Arguments A>
using Other = Choice<givesIntegers(A), i32, T>::Type;

template <class T, int Lanes, Arguments A, auto Call, auto Rare>
[[gnu::noinline]] void vectorCall(const T* __restrict x, const Second<T, A>* __restrict y,
                                  const T* __restrict z, T* __restrict result,
                                  Other<T, A>* __restrict other) {
  int rare = 0;
#pragma clang loop vectorize_width(Lanes) interleave_count(1) unroll(disable)
  for (int i = 0; i < Lanes; ++i) rare |= Rare(x[i], y[i]);
  if (rare) {
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < Lanes; ++i) Call(x[i], y, z, result, other, i);
    return;
  }
#pragma clang loop vectorize_width(Lanes) interleave_count(1) unroll(disable)
  for (int i = 0; i < Lanes; ++i) {
    const T value = x[i];
    if (Rare(value, y[i])) __builtin_unreachable();
    Call(value, y, z, result, other, i);
  }
}
template <class T, int Lanes, Arguments A, auto Call, auto Rare>
void wide(const Operands& o) {
  for (long i = 0; i < kCount; i += Lanes)
    vectorCall<T, Lanes, A, Call, Rare>(
        static_cast<const T*>(o.x) + i, static_cast<const Second<T, A>*>(o.y) + i,
        static_cast<const T*>(o.z) + i, static_cast<T*>(o.result) + i,
        static_cast<Other<T, A>*>(o.other) + i);
}
template <class T, Arguments A, auto Rare>
bool isRare(const Operands& o, long i) {
  return Rare(static_cast<const T*>(o.x)[i], static_cast<const Second<T, A>*>(o.y)[i]);
}
template <class T, Arguments A, auto Call>
void one(const Operands& o) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 0; i < kCount; ++i)
    Call(static_cast<const T*>(o.x)[i], static_cast<const Second<T, A>*>(o.y),
         static_cast<const T*>(o.z), static_cast<T*>(o.result), static_cast<Other<T, A>*>(o.other),
         int(i));
}

#define SUFFIX_X(n) _f##n
#define SUFFIX_XY(n) _f##n##_f##n
#define SUFFIX_XYZ(n) _f##n##_f##n##_f##n
#define SUFFIX_XN(n) _f##n##_i32
#define SUFFIX_XP(n) _f##n##_p
#define SUFFIX_XQ(n) _f##n##_p
#define SUFFIX_XYQ(n) _f##n##_f##n##_p
#define SUFFIX_B(n) _i##n
#define SUFFIX_ToI(n) _f##n
#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
// What a function is called with and where its results go. The second result goes through a
// variable, as a kernel's private one.
#define INLINED [[clang::always_inline]]
#define CALL_X(call, n) INLINED result[i] = call(x)
#define CALL_XY(call, n) INLINED result[i] = call(x, y[i])
#define CALL_XYZ(call, n) INLINED result[i] = call(x, y[i], z[i])
#define CALL_XN(call, n) INLINED result[i] = call(x, y[i])
#define CALL_XP(call, n)                \
  f##n second;                          \
  INLINED result[i] = call(x, &second); \
  other[i] = second
#define CALL_XQ(call, n)                \
  i32 second;                           \
  INLINED result[i] = call(x, &second); \
  other[i] = second
#define CALL_XYQ(call, n)                     \
  i32 second;                                 \
  INLINED result[i] = call(x, y[i], &second); \
  other[i] = second
#define CALL_B(call, n) INLINED result[i] = call(bitsOf(x))
#define CALL_ToI(call, n) INLINED other[i] = call(x)

#define CALL(name, arguments, n)                                                            \
  []([[maybe_unused]] f##n x, [[maybe_unused]] const Second<f##n, Arguments::arguments>* y, \
     [[maybe_unused]] const f##n* z, [[maybe_unused]] f##n* result,                         \
     [[maybe_unused]] Other<f##n, Arguments::arguments>* other, int i)                      \
      __attribute__((always_inline)) {                                                      \
        CALL_##arguments(JOIN(lw_, name, SUFFIX_##arguments(n)), n);                        \
      }
#define WIDE_Wide(name, arguments, rare, n, lanes) \
  wide<f##n, lanes, Arguments::arguments, CALL(name, arguments, n), RARE(rare)>
#define WIDE_Loop(name, arguments, rare, n, lanes) nullptr
#define MEASURED(name, arguments, low, high, low2, high2, rare, form, n) \
  {#name,                                                                \
   n,                                                                    \
   Arguments::arguments,                                                 \
   low,                                                                  \
   high,                                                                 \
   low2,                                                                 \
   high2,                                                                \
   isRare<f##n, Arguments::arguments, RARE(rare)>,                       \
   one<f##n, Arguments::arguments, CALL(name, arguments, n)>,            \
   WIDE_##form(name, arguments, rare, n, 4),                             \
   WIDE_##form(name, arguments, rare, n, 8),                             \
   WIDE_##form(name, arguments, rare, n, 16)},
#define MEASURED16(name, arguments, low, high, low2, high2, rare, form, sleef, u) \
  MEASURED(name, arguments, low, high, low2, high2, rare, form, 16)
#define MEASURED32(name, arguments, low, high, low2, high2, rare, form, sleef, u) \
  MEASURED(name, arguments, low, high, low2, high2, rare, form, 32)
#define MEASURED64(name, arguments, low, high, low2, high2, rare, form, sleef, u) \
  MEASURED(name, arguments, low, high, low2, high2, rare, form, 64)

constexpr Measured kMeasured[] = {FAMILY_ROWS(MEASURED32)
#ifndef FAMILY_F32_ONLY
                                      FAMILY_ROWS(MEASURED64)
#ifdef FAMILY_WITH_F16
                                          FAMILY_ROWS(MEASURED16)
#endif
#endif
};

}  // namespace

extern const Family FAMILY_NAME;
const Family FAMILY_NAME = {kMeasured, sizeof(kMeasured) / sizeof(kMeasured[0])};

}  // namespace lanewise::bench
