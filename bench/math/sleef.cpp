// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over SLEEF's functions, where a row of cases.def names one. Macros join the C names of
// SLEEF from its rows.
#include <sleef.h>

#include <string_view>

#include "bench/math/peer_loops.h"
#include "builtins/functions.h"

#if defined(__AVX512F__)
#define SLEEF_F32(function) Sleef_##function##f16
#define SLEEF_F64(function) Sleef_##function##d8
#define LEVEL avx512f
#elif defined(__AVX2__)
#define SLEEF_F32(function) Sleef_##function##f8
#define SLEEF_F64(function) Sleef_##function##d4
#define LEVEL avx2
#else
#define SLEEF_F32(function) Sleef_##function##f4
#define SLEEF_F64(function) Sleef_##function##d2
#define LEVEL sse4
#endif

namespace lanewise::bench {
namespace {

template <class V>
V resultOf(V result) {
  return result;
}
template <class Two>
  requires requires(Two two) { two.y; }
auto resultOf(Two result) {
  return std::pair(result.x, result.y);
}
template <auto Sleef, class... P>
auto called(P... arguments) {
  return resultOf(Sleef(arguments...));
}
template <auto Sleef, class V>
auto calledWithInteger(V x, Integers<V> n) {
  return Sleef(x, __builtin_convertvector(n, V));
}
// SLEEF's function that stands for ours; `hasInteger`: our second argument is an integer.
template <auto Sleef, class V, bool hasInteger, class R, class... P>
constexpr auto callOf(R (*)(P...)) {
  if constexpr (hasInteger)
    return calledWithInteger<Sleef, V>;
  else
    return called<Sleef, P...>;
}
template <auto Sleef, class V, bool hasInteger>
constexpr Loop loopOf() {
  return peerLoop<V, callOf<Sleef, V, hasInteger>(Sleef)>;
}
constexpr bool hasInteger(std::string_view name) {
  return builtins::findFunction(name)->arguments == builtins::Arguments::XN;
}

#define JOIN_(a, b, c) a##_##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define PEERS(name, sleef, accuracy, suffix)                                                  \
  {#name, #accuracy, loopOf<JOIN(SLEEF_F32(sleef), suffix, LEVEL), F32, hasInteger(#name)>(), \
   loopOf<JOIN(SLEEF_F64(sleef), suffix, LEVEL), F64, hasInteger(#name)>()},
#define PEERS_u00(name, sleef)
#define PEERS_u05(name, sleef) PEERS(name, sleef, u05, u05)
#define PEERS_u10(name, sleef) PEERS(name, sleef, u10, u10)
#define PEERS_u15(name, sleef) PEERS(name, sleef, u15, u15)
#define PEERS_exact(name, sleef) PEERS(name, sleef, exact, )
#define MATH_CASE(name, low, high, low2, high2, sleef, accuracy) PEERS_##accuracy(name, sleef)

constexpr Peer kPeers[] = {
#include "bench/math/cases.def"
};

}  // namespace

extern const PeerLibrary kSleef;
const PeerLibrary kSleef = {"SLEEF", kPeers, std::size(kPeers)};

}  // namespace lanewise::bench
