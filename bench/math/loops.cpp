// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the functions of one family (FAMILY, FAMILY_SOURCE): scalar, of the device
// library's source, which this file includes; and over the vector variants that kernels call. A
// vector of arguments is one call, as of SLEEF. Macros join the C names of functions from rows of
// functions.def. What they do is in templates.
#include "bench/math/loops.h"

#include "builtins/math/variants.h"
// Scalar loops have the functions inlined, as kernels have the small ones; vector variants call
// them.
#undef LW_LARGE
#define LW_LARGE extern "C" [[gnu::always_inline]]
#include FAMILY_SOURCE

namespace lanewise::bench {
namespace {

template <class T, T... index>
struct Indices {};
template <class... P>
using IndicesOf = __make_integer_seq<Indices, int, sizeof...(P)>;

// A parameter of a call for the elements from i on: a number, a vector, or the place of a second
// result. The scalar function writes that to a variable, as to a kernel's private one.
template <class P>
struct Parameter {
  P value;
  [[gnu::always_inline]] Parameter(const Operands& o, long i, int index, int lanes) {
    const void* all[] = {o.x, o.y, o.z};
    __builtin_memcpy(&value, static_cast<const char*>(all[index]) + i * long(sizeof(P)) / lanes,
                     sizeof value);
  }
  [[gnu::always_inline]] P pass() { return value; }
};
template <class T>
struct Parameter<T*> {
  T* place;
  int lanes;
  T second;
  [[gnu::always_inline]] Parameter(const Operands& o, long i, int, int l)
      : place(static_cast<T*>(o.other) + i), lanes(l) {}
  [[gnu::always_inline]] T* pass() { return lanes == 1 ? &second : place; }
  [[gnu::always_inline]] ~Parameter() {
    if (lanes == 1) *place = second;
  }
};

template <class R>
constexpr bool isInteger = __is_integral(R);
template <class T, int n>
constexpr bool isInteger<Vector<T, n>> = isInteger<T>;

template <auto Function, int Lanes, class R, class... P>
INLINE void call(const Operands& o, long i, Parameter<P>... parameters) {
  R result;
  [[clang::always_inline]] result = Function(parameters.pass()...);
  __builtin_memcpy(
      static_cast<char*>(isInteger<R> ? o.other : o.result) + i * long(sizeof result) / Lanes,
      &result, sizeof result);
}
template <auto Function, int Lanes, class R, class... P, int... index>
void loop(R (*)(P...), Indices<int, index...>, const Operands& o) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 0; i < kCount; i += Lanes)
    call<Function, Lanes, R, P...>(o, i, Parameter<P>(o, i, index, Lanes)...);
}
// The loop of a short function, which Clang vectorizes.
template <auto Function, class R, class... P, int... index>
void inlinedLoop(R (*)(P...), Indices<int, index...>, const Operands& o) {
  const Operands own = o;
#pragma clang loop vectorize(assume_safety)
  for (long i = 0; i < kCount; ++i)
    call<Function, 1, R, P...>(own, i, Parameter<P>(own, i, index, 1)...);
}
template <auto Function, class R, class... P>
void inlinedLoop(R (*type)(P...), const Operands& o) {
  inlinedLoop<Function>(type, IndicesOf<P...>(), o);
}
template <auto Function>
void inlinedLoop(const Operands& o) {
  inlinedLoop<Function>(Function, o);
}
template <auto Function, int Lanes, class R, class... P>
void loop(R (*type)(P...), const Operands& o) {
  loop<Function, Lanes>(type, IndicesOf<P...>(), o);
}
// The type of a function without its calling convention.
template <class R, class... P>
auto plainType(R (*)(P...)) -> R (*)(P...);
#ifdef VARIANT_CONVENTION
template <class R, class... P>
auto plainType(VARIANT_CALL R (*)(P...)) -> R (*)(P...);
#endif
template <auto Function, int Lanes>
void loop(const Operands& o) {
  loop<Function, Lanes>(decltype(plainType(Function))(), o);
}

template <auto Slow, class R, class X, class... P, int... index>
bool isSlow(R (*)(X, P...), Indices<int, index...>, const Operands& o, long i) {
  const X x = Parameter<X>(o, i, 0, 1).value;
  return Slow(x, Parameter<P>(o, i, index + 1, 1).pass()..., x);
}
template <auto Function, auto Slow, class R, class X, class... P>
bool isSlow(R (*type)(X, P...), const Operands& o, long i) {
  return isSlow<Slow>(type, IndicesOf<P...>(), o, i);
}
template <auto Function, auto Slow>
bool isSlow(const Operands& o, long i) {
  return isSlow<Function, Slow>(Function, o, i);
}

template <class Scalar, int Lanes>
struct VariantOf;
template <class R, class... P, int Lanes>
struct VariantOf<R(P...), Lanes> {
  using Result = Vector<R, Lanes>;
};

}  // namespace

#define DECLARE(name, lanes, scalar, wide, parameters, arguments)                               \
  extern "C" VARIANT_CALL VariantOf<decltype(lw_##name##scalar), lanes>::Result lw_##name##wide \
      parameters;
#define VARIANT(T, I, w, lanes, name, arguments) \
  ARGUMENTS_##arguments(DECLARE, T, I, w, name, lanes)
#define BUILTIN_OF_TYPE(T, I, name, family, arguments, slowPath, variants) \
  IN_FAMILY(family)(VARIANTS_##variants(T, VARIANT, name, arguments))
#include "builtins/functions.def"
#undef VARIANT
namespace {

#define INLINED_Always(function) nullptr
#define INLINED_OfFull(function) nullptr
#define INLINED_FromFour(function) inlinedLoop<function>
#define SCALAR(name, scalar, wide, parameters, arguments) lw_##name##scalar
#define VARIANT_LOOP(name, lanes, scalar, wide, parameters, arguments) \
  {lanes, loop<lw_##name##wide, lanes>},
#define VARIANT(T, I, w, lanes, name, arguments) \
  ARGUMENTS_##arguments(VARIANT_LOOP, T, I, w, name, lanes)
#define BUILTIN_OF_TYPE(T, I, name, family, arguments, slowPath, variants)                     \
  IN_FAMILY(family)({#name,                                                                    \
                     Type<T>::bits,                                                            \
                     isSlow<ARGUMENTS_##arguments(SCALAR, T, I, , name), SLOW_PATH(slowPath)>, \
                     loop<ARGUMENTS_##arguments(SCALAR, T, I, , name), 1>,                     \
                     INLINED_##variants((ARGUMENTS_##arguments(SCALAR, T, I, , name))),        \
                     {VARIANTS_##variants(T, VARIANT, name, arguments)}}, )
constexpr Measured kMeasured[] = {
#include "builtins/functions.def"
};

}  // namespace

extern const Family FAMILY_LOOPS;
const Family FAMILY_LOOPS = {kMeasured, sizeof(kMeasured) / sizeof(kMeasured[0])};

}  // namespace lanewise::bench
