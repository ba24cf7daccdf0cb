// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over functions of vectors that the device library is compared with (sleef.cpp, libmvec.cpp,
// svml.cpp, intrinsics.cpp): vectors of the level, and one call for each vector of arguments.
#pragma once
#include <immintrin.h>

#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

#include "bench/math/loops.h"

namespace lanewise::bench {

// Functions of one number and of two that libraries of vectors have.
#define VECTOR_FUNCTIONS(ONE, TWO)                                                               \
  ONE(exp)                                                                                       \
  ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sin) ONE(cos)     \
      ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) \
          ONE(atanh) ONE(cbrt) ONE(erf) ONE(erfc) TWO(atan2) TWO(hypot) TWO(pow)

#if defined(__AVX512F__)
using F32 = __m512;
using F64 = __m512d;
#elif defined(__AVX2__)
using F32 = __m256;
using F64 = __m256d;
#else
using F32 = __m128;
using F64 = __m128d;
#endif
template <class V>
constexpr int kLanes = sizeof(V) / sizeof(V{}[0]);
// Integers of 32 bits, one for each lane.
template <class V>
using Integers = int __attribute__((vector_size(4 * kLanes<V>)));

template <class V>
[[gnu::always_inline]] inline V load(const void* from, long i) {
  V value;
  std::memcpy(&value, static_cast<const char*>(from) + i * long(sizeof value), sizeof value);
  return value;
}
template <class V>
[[gnu::always_inline]] inline void store(void* to, long i, V value) {
  std::memcpy(static_cast<char*>(to) + i * long(sizeof value), &value, sizeof value);
}
// A result, or two of them.
template <class V>
[[gnu::always_inline]] inline void storeResult(const Operands& o, long i, V value) {
  store(o.result, i, value);
}
template <class V, class W>
[[gnu::always_inline]] inline void storeResult(const Operands& o, long i, std::pair<V, W> values) {
  store(o.result, i, values.first);
  store(o.other, i, values.second);
}
// `V`: the vector of numbers that decides how many calls there are.
template <class V, auto Function, class R, class... P, std::size_t... index>
[[gnu::always_inline]] inline void peerLoop(R (*)(P...), std::index_sequence<index...>,
                                            const Operands& o) {
  const void* const all[] = {o.x, o.y, o.z};
  for (long i = 0; i < kCount / kLanes<V>; ++i)
    storeResult(o, i, Function(load<P>(all[index], i)...));
}
template <class V, auto Function>
void peerLoop(const Operands& o) {
  const auto call = []<class R, class... P>(R (*type)(P...), const Operands& operands) {
    peerLoop<V, Function>(type, std::index_sequence_for<P...>(), operands);
  };
  call(+Function, o);
}

}  // namespace lanewise::bench
