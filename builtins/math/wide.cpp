// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wide forms of one family's functions (FAMILY_SOURCE, FAMILY_ROWS): lw_sin_f32x16 of lw_sin_f32,
// for the vectors that a register of the level holds. The family's source is in this file, so that
// Clang makes vectors of it. Vectors are passed by value; second results go to memory that need not be
// aligned to more than an element.
#include "builtins/math/rows.h"
// What a function calls is part of its wide form; the scalar functions are the archive's.
#undef LW
#undef LW_LARGE
#define LW [[gnu::always_inline]] static inline
#define LW_LARGE LW
#include FAMILY_SOURCE
#include "builtins/math/functions.def"

namespace {

// A parameter lane by lane: the numbers of a vector, or where results go. The arrays become registers.
template <class T, int Width>
struct Numbers {
  alignas(64) T at[Width];
  [[gnu::always_inline]] T operator[](int i) const { return at[i]; }
};
template <class T>
struct Places {
  T* first;
  [[gnu::always_inline]] T* operator[](int i) const { return first + i; }
};
template <int Width, class T>
INLINE Numbers<T, Width> lanesOf(Vector<T, Width> vector) {
  Numbers<T, Width> numbers;
  __builtin_memcpy(numbers.at, &vector, sizeof numbers.at);
  return numbers;
}
template <int Width, class T>
INLINE Places<T> lanesOf(T* first) {
  return {first};
}

// One pass for each lane, of which Clang makes one over vectors. `Body` is the function, to be inlined,
// `Archived` the archive's: where an argument is rare, all lanes take the scalar way, as behind a branch
// "is any lane ...". The last argument of `isRare` stands for a second one where there is none.
template <int Width, auto Body, auto Archived, auto isRare, class X, class... Rest>
INLINE auto eachLane(const Numbers<X, Width>& x, const Rest&... rest) {
  using Result = decltype(Body(x[0], rest[0]...));
  alignas(64) Result results[Width];
  Vector<Result, Width> whole;
  int rare = 0;
#pragma clang loop vectorize_width(Width) interleave_count(1) unroll(disable)
  for (int i = 0; i < Width; ++i) rare |= isRare(x[i], rest[i]..., x[i]);
  if (rare) {
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < Width; ++i) results[i] = Archived(x[i], rest[i]...);
    __builtin_memcpy(&whole, results, sizeof whole);
    return whole;
  }
#pragma clang loop vectorize_width(Width) interleave_count(1) unroll(disable)
  for (int i = 0; i < Width; ++i) {
    const X value = x[i];
    if (isRare(value, rest[i]..., value)) __builtin_unreachable();
    results[i] = Body(value, rest[i]...);
  }
  __builtin_memcpy(&whole, results, sizeof whole);
  return whole;
}
template <int Width, auto Body, auto Archived, auto isRare, class... Parameters>
INLINE auto wideForm(Parameters... parameters) {
  return eachLane<Width, Body, Archived, isRare>(lanesOf<Width>(parameters)...);
}

}  // namespace

#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"  // the result is a vector, but deduced
#define TEXT(symbol) #symbol
#define DEFINE(name, rare, w, scalar, wide, parameters, arguments)                                \
  extern "C" decltype(lw_##name##scalar) archive_##name##scalar __asm__(TEXT(lw_##name##scalar)); \
  extern "C" auto lw_##name##wide parameters {                                                    \
    return wideForm<w, lw_##name##scalar, archive_##name##scalar, RARE(rare)> arguments;          \
  }
#define FORM_Wide(name, kind, rare, n, w) KIND_##kind(DEFINE, f##n##x##w, n, w, name, rare, w)
#define FORM_Cheap FORM_Wide
#define FORM_Full(name, kind, rare, n, w)
#define ROW16(name, kind, low, high, low2, high2, rare, form, ...) FORMS16(FORM_##form, name, kind, rare)
#define ROW32(name, kind, low, high, low2, high2, rare, form, ...) FORMS32(FORM_##form, name, kind, rare)
#define ROW64(name, kind, low, high, low2, high2, rare, form, ...) FORMS64(FORM_##form, name, kind, rare)

FAMILY_ROWS(ROW32)
#ifndef FAMILY_F32_ONLY
FAMILY_ROWS(ROW64)
FAMILY_ROWS(ROW16)
#endif
