// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the functions of one family (FAMILY_SOURCE, FAMILY_ROWS, FAMILY_NAME): in one lane,
// of the device library's source, which is in this file; and over the wide forms, those that kernels
// call. A vector of arguments is one call, as of SLEEF.
#include "bench/math/loops.h"

#include "builtins/math/rows.h"
// Calls of one large function by another are no calls in the loops of one lane.
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
template <class T, Arguments A>
using Second = Choice<hasInteger(A), i32, T>::Type;
template <class T, Arguments A>
using Other = Choice<givesIntegers(A), i32, T>::Type;

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

// The parameters of a wide form from i on: vectors of x, y and z in their order, and where the second
// results go.
template <int Width, class P>
struct Operand {
  static P from(const Operands& o, long i, int index) {
    const void* all[] = {o.x, o.y, o.z};
    P vector;
    __builtin_memcpy(&vector, static_cast<const char*>(all[index]) + i * long(sizeof(P)) / Width,
                     sizeof vector);
    return vector;
  }
};
template <int Width, class T>
struct Operand<Width, T*> {
  static T* from(const Operands& o, long i, int) { return static_cast<T*>(o.other) + i; }
};
template <class T, T... index>
struct Indices {};
template <Arguments A, int Width, class R, class... P, int... index>
void wide(R (*form)(P...), Indices<int, index...>, const Operands& o) {
  char* results = static_cast<char*>(A == Arguments::ToI ? o.other : o.result);
  for (long i = 0; i < kCount; i += Width) {
    const R result = form(Operand<Width, P>::from(o, i, index)...);
    __builtin_memcpy(results + i * long(sizeof(R)) / Width, &result, sizeof result);
  }
}
template <Arguments A, int Width, class R, class... P>
void wide(R (*form)(P...), const Operands& o) {
  wide<A, Width>(form, __make_integer_seq<Indices, int, sizeof...(P)>(), o);
}

template <class Scalar>
struct ResultOf;
template <class R, class... P>
struct ResultOf<R (*)(P...)> {
  using Type = R;
};

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

}  // namespace
#define DECLARE(name, rare, w, scalar, wide, parameters, arguments)      \
  extern "C" Vector<ResultOf<decltype(&lw_##name##scalar)>::Type, w> lw_##name##wide parameters;
#define DECLARE_Wide(name, kind, rare, n, w) KIND_##kind(DECLARE, f##n##x##w, n, w, name, rare, w)
#define DECLARE_Cheap DECLARE_Wide
#define DECLARE_Full(name, kind, rare, n, w)
#define DECLARE16(name, kind, low, high, low2, high2, rare, form, ...) \
  FORMS16(DECLARE_##form, name, kind, rare)
#define DECLARE32(name, kind, low, high, low2, high2, rare, form, ...) \
  FORMS32(DECLARE_##form, name, kind, rare)
#define DECLARE64(name, kind, low, high, low2, high2, rare, form, ...) \
  FORMS64(DECLARE_##form, name, kind, rare)
FAMILY_ROWS(DECLARE32)
#ifndef FAMILY_F32_ONLY
FAMILY_ROWS(DECLARE64)
#ifdef FAMILY_WITH_F16
FAMILY_ROWS(DECLARE16)
#endif
#endif
namespace {

#define FORM(name, kind, w, scalar, form, parameters, arguments) \
  {w, [](const Operands& o) { wide<Arguments::kind, w>(lw_##name##form, o); }},
#define FORM_Wide(name, kind, n, w) KIND_##kind(FORM, f##n##x##w, n, w, name, kind, w)
#define FORM_Cheap FORM_Wide
#define FORM_Full(name, kind, n, w)
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
   {FORMS##n(FORM_##form, name, arguments)}},
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
