// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of a few operations of vectors, the shortest forms that are exact for normal numbers, for
// functions that libraries of vectors do not have or have in longer forms.
#include "bench/math/peer_loops.h"

namespace lanewise::bench {
namespace {

template <class V>
struct BitsOf;
template <>
struct BitsOf<F32> {
  using Type = Integers<F32>;
  static constexpr int fraction = 23, bias = 127;
};
template <>
struct BitsOf<F64> {
  using Type = long long __attribute__((vector_size(sizeof(F64))));
  static constexpr int fraction = 52, bias = 1023;
};
template <class V>
using Bits = typename BitsOf<V>::Type;
template <class V>
Bits<V> bits(V x) {
  return reinterpret_cast<Bits<V>>(x);
}
template <class V>
V fromBits(Bits<V> x) {
  return reinterpret_cast<V>(x);
}

template <class V>
std::pair<V, V> fract(V x) {
  const V whole = __builtin_elementwise_floor(x), rest = x - whole;
  const V most = fromBits<V>(bits(V{} + 1) - 1);
  return {rest < most ? rest : most, whole};
}
template <class V>
std::pair<V, V> modf(V x) {
  const V whole = __builtin_elementwise_trunc(x);
  return {x - whole, whole};
}
template <class V>
std::pair<V, Integers<V>> frexp(V x) {
  constexpr int fraction = BitsOf<V>::fraction, bias = BitsOf<V>::bias;
  const Bits<V> field = Bits<V>{} + (2 * bias + 1LL) << fraction;
  const Bits<V> exponent = ((bits(x) & field) >> fraction) - (bias - 1);
  const V half = fromBits<V>((bits(x) & ~field) | bits(V{} + 0.5f));
  const Bits<V> isZero = x == 0;
  return {isZero ? x : half, __builtin_convertvector(exponent & ~isZero, Integers<V>)};
}
template <class V>
V nextafter(V x, V y) {
  const Bits<V> up = (x < y) ^ (x < 0);
  return x == y ? y : fromBits<V>(bits(x) + (up ? Bits<V>{} + 1 : Bits<V>{} - 1));
}
template <class V>
V fma(V x, V y, V z) {
  return __builtin_elementwise_fma(x, y, z);
}

#define PEER(name) {#name, "exact", peerLoop<F32, name<F32>>, peerLoop<F64, name<F64>>},
constexpr Peer kPeers[] = {PEER(fract) PEER(modf) PEER(frexp) PEER(nextafter) PEER(fma)};

}  // namespace

extern const PeerLibrary kIntrinsics;
const PeerLibrary kIntrinsics = {"intrinsics", kPeers, std::size(kPeers)};

}  // namespace lanewise::bench
