// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the functions of one family (FAMILY_SOURCE, FAMILY_ROWS, FAMILY_NAME). The
// device library's source is in this file, so that Clang makes the forms of 8 and 16 lanes of it.
// A vector of arguments is one call, as of a large function from a kernel and of SLEEF.
#include "bench/math/loops.h"

#include FAMILY_SOURCE
#include "bench/math/functions.def"

namespace lanewise::bench {
namespace {

// One call per vector. `Call` is a function of scalars that this file can see the body of; the
// loop in `vectorCall` becomes one pass over vectors of `Lanes`. Where an argument of the vector is
// rare, all its lanes take the scalar way, as behind a branch "is any lane ...".
template <class T, int Lanes, auto Call, auto Rare>
[[gnu::noinline]] void vectorCall(const T* __restrict x, const void* __restrict second,
                                  T* __restrict result) {
  constexpr double rareFrom = Rare();
  if constexpr (rareFrom != 0) {
    int rare = 0;
#pragma clang loop vectorize_width(Lanes) interleave_count(1) unroll(disable)
    for (int i = 0; i < Lanes; ++i) rare |= !(absOf(x[i]) < T(rareFrom));
    if (rare) {
#pragma clang loop vectorize(disable) unroll(disable)
      for (int i = 0; i < Lanes; ++i) Call(x[i], second, result, i);
      return;
    }
  }
#pragma clang loop vectorize_width(Lanes) interleave_count(1) unroll(disable)
  for (int i = 0; i < Lanes; ++i) {
    const T value = x[i];
    if (rareFrom != 0 && !(absOf(value) < T(rareFrom))) __builtin_unreachable();
    Call(value, second, result, i);
  }
}
template <class T, int Lanes, auto Call, auto Rare>
void wide(const void* x, const void* second, void* result) {
  for (long i = 0; i < kCount; i += Lanes)
    vectorCall<T, Lanes, Call, Rare>(static_cast<const T*>(x) + i,
                                     static_cast<const char*>(second) + long(sizeof(T)) * i,
                                     static_cast<T*>(result) + i);
}
template <class T, auto Call>
void one(const void* x, const void* second, void* result) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 0; i < kCount; ++i)
    Call(static_cast<const T*>(x)[i], second, static_cast<T*>(result), int(i));
}

#define SUFFIX_X(n) _f##n
#define SUFFIX_XY(n) _f##n##_f##n
#define SUFFIX_XN(n) _f##n##_i32
#define SUFFIX_XP(n) _f##n##_p
#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
// Integers take as much room as numbers, so that one step fits both.
#define OPERANDS_X(n) (x)
#define OPERANDS_XY(n) (x, static_cast<const f##n*>(second)[i])
#define OPERANDS_XN(n) (x, static_cast<const i32*>(second)[i * (n / 32)])
#define OPERANDS_XP(n) (x, &other)
#define STORED_X result[i] = value
#define STORED_XY result[i] = value
#define STORED_XN result[i] = value
#define STORED_XP result[i] = value + other

#define CALL(name, arguments, n) \
  [](f##n x, [[maybe_unused]] const void* second, f##n* result, int i) \
      __attribute__((always_inline)) { \
    f##n value; \
    [[maybe_unused]] f##n other; \
    [[clang::always_inline]] value = \
        JOIN(lw_, name, SUFFIX_##arguments(n)) OPERANDS_##arguments(n); \
    STORED_##arguments; \
  }
#define MEASURED(name, arguments, low, high, low2, high2, rare, n, sleef) \
  {#name, #sleef, n, Arguments::arguments, low, high, low2, high2, \
   one<f##n, CALL(name, arguments, n)>, \
   wide<f##n, 8, CALL(name, arguments, n), [] { return double(rare); }>, \
   wide<f##n, 16, CALL(name, arguments, n), [] { return double(rare); }>},
#define MEASURED32(name, arguments, low, high, low2, high2, rare32, rare64, sleef, u) \
  MEASURED(name, arguments, low, high, low2, high2, rare32, 32, sleef)
#define MEASURED64(name, arguments, low, high, low2, high2, rare32, rare64, sleef, u) \
  MEASURED(name, arguments, low, high, low2, high2, rare64, 64, sleef)

constexpr Measured kMeasured[] = {FAMILY_ROWS(MEASURED32)
#ifndef FAMILY_F32_ONLY
                                  FAMILY_ROWS(MEASURED64)
#endif
};

}  // namespace

extern const Family FAMILY_NAME;
const Family FAMILY_NAME = {kMeasured, sizeof(kMeasured) / sizeof(kMeasured[0])};

}  // namespace lanewise::bench
