// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same loops over the functions of glibc's libmvec for registers of 512 or, without AVX-512,
// 256 bits, whose errors are up to 4 ulp. It has no header for them: their names are those of the
// vector function ABI of x86-64.
#include <immintrin.h>

#include <cstring>

#include "bench/math/loops.h"

namespace lanewise::bench {
namespace {

#ifdef __AVX512F__
using F32 = __m512;
using F64 = __m512d;
#define NAME_F32(parameters, name) _ZGVeN16##parameters##_##name##f
#define NAME_F64(parameters, name) _ZGVeN8##parameters##_##name
#else
using F32 = __m256;
using F64 = __m256d;
#define NAME_F32(parameters, name) _ZGVdN8##parameters##_##name##f
#define NAME_F64(parameters, name) _ZGVdN4##parameters##_##name
#endif
template <class V>
constexpr int kLanes = sizeof(V) / sizeof(V{}[0]);

template <class V>
V load(const void* from, long i) {
  V value;
  std::memcpy(&value, static_cast<const char*>(from) + i * long(sizeof value), sizeof value);
  return value;
}
template <class V>
void loop(V (*function)(V), const Operands& o) {
  for (long i = 0; i < kCount / kLanes<V>; ++i) {
    const V result = function(load<V>(o.x, i));
    std::memcpy(static_cast<char*>(o.result) + i * long(sizeof result), &result, sizeof result);
  }
}
template <class V>
void loop(V (*function)(V, V), const Operands& o) {
  for (long i = 0; i < kCount / kLanes<V>; ++i) {
    const V result = function(load<V>(o.x, i), load<V>(o.y, i));
    std::memcpy(static_cast<char*>(o.result) + i * long(sizeof result), &result, sizeof result);
  }
}

}  // namespace

#define FUNCTIONS(ONE, TWO)                                                                      \
  ONE(exp)                                                                                       \
  ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sin) ONE(cos)     \
      ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) \
          ONE(atanh) ONE(cbrt) ONE(erf) ONE(erfc) TWO(atan2) TWO(hypot) TWO(pow)
#define DECLARE_ONE(name)                \
  extern "C" F32 NAME_F32(v, name)(F32); \
  extern "C" F64 NAME_F64(v, name)(F64);
#define DECLARE_TWO(name)                      \
  extern "C" F32 NAME_F32(vv, name)(F32, F32); \
  extern "C" F64 NAME_F64(vv, name)(F64, F64);
FUNCTIONS(DECLARE_ONE, DECLARE_TWO)

namespace {

#define PEER(name, parameters)                                                     \
  {#name, "4 ulp", [](const Operands& o) { loop(NAME_F32(parameters, name), o); }, \
   [](const Operands& o) { loop(NAME_F64(parameters, name), o); }},
#define PEER_ONE(name) PEER(name, v)
#define PEER_TWO(name) PEER(name, vv)
constexpr Peer kPeers[] = {FUNCTIONS(PEER_ONE, PEER_TWO)};

}  // namespace

int peerLanes(int bits) { return bits == 32 ? kLanes<F32> : kLanes<F64>; }
const Peer* peerOf(const char* name) {
  for (const Peer& peer : kPeers)
    if (std::strcmp(peer.name, name) == 0) return &peer;
  return nullptr;
}

}  // namespace lanewise::bench
