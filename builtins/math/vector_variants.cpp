// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The vector variants of one family's functions (FAMILY_SOURCE, FAMILY_<family>): lw_sin_f32x16 of
// lw_sin_f32, for the vectors that fit a register. This file includes the family's source, so that
// Clang vectorizes it. Vectors are passed by value; second results go to memory that is aligned to
// an element.
#include "builtins/math/variants.h"
// What a function calls is part of its variant; the scalar functions are the runtime library's.
#undef LW
#undef LW_LARGE
#define LW [[gnu::always_inline]] static inline
#define LW_LARGE LW
#define VECTORS_CALL_SLOWEST_PATH
#include FAMILY_SOURCE

namespace {
// The family's SLOWEST_PATH, if it has one: of the arguments on the slow path, those that vectors do
// not take together. The family's functions need not be right for them here. FAR_PATH: those that take
// longer than the others; vectors without them do not.
#ifdef SLOWEST_PATH
constexpr bool kSlowTogether = true;
#else
#define SLOWEST_PATH neverSlow
#define FAR_PATH neverSlow
constexpr bool kSlowTogether = false;
#endif

// How many lanes loops compute. Clang does not vectorize loops of two: their counter becomes a truth
// value. The other two lanes repeat the first two, and code generation drops them.
template <int Lanes>
constexpr int kComputed = Lanes == 2 ? 4 : Lanes;

// A parameter by lanes: the numbers of a vector, or where results go. The arrays become registers.
template <class T, int Lanes>
struct Numbers {
  alignas(64) T at[kComputed<Lanes>];
  [[gnu::always_inline]] T operator[](int i) const { return at[i]; }
};
template <class T>
struct Places {
  T* first;
  [[gnu::always_inline]] T* operator[](int i) const { return first + i; }
};
template <int Lanes, class T>
INLINE Numbers<T, Lanes> lanesOf(Vector<T, Lanes> vector) {
  Numbers<T, Lanes> numbers;
  __builtin_memcpy(numbers.at, &vector, Lanes * sizeof(T));
  if constexpr (Lanes == 2) __builtin_memcpy(numbers.at + Lanes, &vector, Lanes * sizeof(T));
  return numbers;
}
template <int Lanes, class T>
INLINE Places<T> lanesOf(T* first) {
  return {first};
}

// What loops write: of two lanes the places are in a buffer, which has places for those that
// repeat them.
template <class T>
struct Buffered {
  alignas(64) T at[4];
  T* first;
  [[gnu::always_inline]] explicit Buffered(T* places) : first(places) {}
  [[gnu::always_inline]] ~Buffered() { __builtin_memcpy(first, at, 2 * sizeof(T)); }
  [[gnu::always_inline]] T* operator[](int i) const { return const_cast<T*>(at) + i; }
};
template <class T, int Lanes>
INLINE const Numbers<T, Lanes>& buffered(const Numbers<T, Lanes>& numbers) {
  return numbers;
}
template <class T>
INLINE Buffered<T> buffered(const Places<T>& places) {
  return Buffered<T>(places.first);
}

template <int Lanes, class Result>
INLINE Vector<Result, Lanes> vectorOf(const Result (&results)[kComputed<Lanes>]) {
  Vector<Result, Lanes> whole;
  __builtin_memcpy(&whole, results, sizeof whole);
  return whole;
}

// All lanes are calls of the runtime library's function. A function of its own: its accesses to
// single lanes would keep arguments and results of the fast path in memory.
template <int Lanes, auto Called, class X, class... Rest>
INLINE auto callEachLane(const Numbers<X, Lanes>& x, const Rest&... rest) {
  alignas(64) decltype(Called(x[0], rest[0]...)) results[kComputed<Lanes>];
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < Lanes; ++i) results[i] = Called(x[i], rest[i]...);
  return vectorOf<Lanes>(results);
}
// Loops over the lanes, which Clang vectorizes. The last argument of `isSlow` stands for a second
// one where there is none.
template <int Lanes, auto isSlow, class X, class... Rest>
INLINE bool isAnySlow(const Numbers<X, Lanes>& x, const Rest&... rest) {
  int slow = 0;
#pragma clang loop vectorize_width(kComputed<Lanes>) interleave_count(1) unroll(disable)
  for (int i = 0; i < kComputed<Lanes>; ++i) slow |= isSlow(x[i], rest[i]..., x[i]);
  return slow;
}
template <int Lanes, auto Body, auto isSlow, class X, class... Rest>
INLINE auto eachComputedLane(const Numbers<X, Lanes>& x, const Rest&... rest) {
  alignas(64) decltype(Body(x[0], rest[0]...)) results[kComputed<Lanes>];
#pragma clang loop vectorize_width(kComputed<Lanes>) interleave_count(1) unroll(disable)
  for (int i = 0; i < kComputed<Lanes>; ++i) {
    const X value = x[i];
    if (isSlow(value, rest[i]..., value)) __builtin_unreachable();
    results[i] = Body(value, rest[i]...);
  }
  return vectorOf<Lanes>(results);
}
template <int Lanes, auto Body, auto isSlow, class X, class... Rest>
INLINE auto eachLane(const Numbers<X, Lanes>& x, const Rest&... rest) {
  if constexpr (Lanes == 2)
    return eachComputedLane<Lanes, Body, isSlow>(x, buffered(rest)...);
  else
    return eachComputedLane<Lanes, Body, isSlow>(x, rest...);
}

// All lanes together, and calls for those on the slowest path. In their places the vector computes the
// function of 1.
template <int Lanes, auto Body, auto Called, auto isFar, auto isSlowest, class X, class... Rest>
INLINE auto callSlowestLanes(const Numbers<X, Lanes>& x, const Rest&... rest) {
  Numbers<X, Lanes> kept;
#pragma clang loop unroll(disable)
  for (int i = 0; i < kComputed<Lanes>; ++i) kept.at[i] = isSlowest(x[i], rest[i]..., x[i]) ? X(1) : x[i];
  auto results = lanesOf<Lanes>(isAnySlow<Lanes, isFar>(kept, rest...)
                                    ? eachLane<Lanes, Body, SLOW_PATH(neverSlow)>(kept, rest...)
                                    : eachLane<Lanes, Body, isFar>(kept, rest...));
  if (!isAnySlow<Lanes, isSlowest>(x, rest...)) [[likely]]
    return vectorOf<Lanes>(results.at);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < Lanes; ++i)
    if (isSlowest(x[i], rest[i]..., x[i])) results.at[i] = Called(x[i], rest[i]...);
  return vectorOf<Lanes>(results.at);
}
template <int Lanes, auto Body, auto Called, class... Parameters>
[[gnu::noinline]] VARIANT_CALL auto slowVariant(Parameters... parameters) {
  if constexpr (kSlowTogether)
    return callSlowestLanes<Lanes, Body, Called, SLOW_PATH(FAR_PATH), SLOW_PATH(SLOWEST_PATH)>(
        lanesOf<Lanes>(parameters)...);
  else
    return callEachLane<Lanes, Called>(lanesOf<Lanes>(parameters)...);
}

// `Body` is the function, to be inlined, `Called` the runtime library's, for lanes on the slow path.
template <int Lanes, auto Body, auto Called, auto isSlow, class... Parameters>
INLINE auto variant(Parameters... parameters) {
  if (isAnySlow<Lanes, isSlow>(lanesOf<Lanes>(parameters)...)) [[unlikely]]
    return slowVariant<Lanes, Body, Called>(parameters...);
  return eachLane<Lanes, Body, isSlow>(lanesOf<Lanes>(parameters)...);
}

}  // namespace

#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"  // the result is a vector, but deduced
#define DEFINE(name, slowPath, lanes, scalar, wide, parameters, arguments)                   \
  extern "C" decltype(lw_##name##scalar) called_##name##scalar __asm__("lw_" #name #scalar); \
  extern "C" VARIANT_CALL auto lw_##name##wide parameters {                                  \
    return variant<lanes, lw_##name##scalar, called_##name##scalar, SLOW_PATH(slowPath)>     \
        arguments;                                                                           \
  }
#define VARIANT(T, I, w, lanes, name, arguments, slowPath) \
  ARGUMENTS_##arguments(DEFINE, T, I, w, name, slowPath, lanes)
#define BUILTIN_OF_TYPE(T, I, name, family, arguments, slowPath, variants) \
  IN_FAMILY(family)(VARIANTS_##variants(T, VARIANT, name, arguments, slowPath))
#include "builtins/functions.def"
