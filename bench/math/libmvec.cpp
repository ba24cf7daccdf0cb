// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the functions of glibc's libmvec, whose errors are up to 4 ulp. It has no header
// for them: their names are those of the vector function ABI of x86-64. pow stands for functions
// that it has not.
#include "bench/math/peer_loops.h"

#if defined(__AVX512F__)
#define NAME_F32(parameters, name) _ZGVeN16##parameters##_##name##f
#define NAME_F64(parameters, name) _ZGVeN8##parameters##_##name
#elif defined(__AVX2__)
#define NAME_F32(parameters, name) _ZGVdN8##parameters##_##name##f
#define NAME_F64(parameters, name) _ZGVdN4##parameters##_##name
#else
#define NAME_F32(parameters, name) _ZGVbN4##parameters##_##name##f
#define NAME_F64(parameters, name) _ZGVbN2##parameters##_##name
#endif

namespace lanewise::bench {

#define DECLARE_ONE(name)                \
  extern "C" F32 NAME_F32(v, name)(F32); \
  extern "C" F64 NAME_F64(v, name)(F64);
#define DECLARE_TWO(name)                      \
  extern "C" F32 NAME_F32(vv, name)(F32, F32); \
  extern "C" F64 NAME_F64(vv, name)(F64, F64);
VECTOR_FUNCTIONS(DECLARE_ONE, DECLARE_TWO)

namespace {

template <class V>
V numbersOf(Integers<V> n) {
  return __builtin_convertvector(n, V);
}
F32 pownF32(F32 x, Integers<F32> n) { return NAME_F32(vv, pow)(x, numbersOf<F32>(n)); }
F64 pownF64(F64 x, Integers<F64> n) { return NAME_F64(vv, pow)(x, numbersOf<F64>(n)); }
F32 rootnF32(F32 x, Integers<F32> n) { return NAME_F32(vv, pow)(x, 1 / numbersOf<F32>(n)); }
F64 rootnF64(F64 x, Integers<F64> n) { return NAME_F64(vv, pow)(x, 1 / numbersOf<F64>(n)); }

#define PEER(name, f32, f64) {#name, "4 ulp", peerLoop<F32, f32>, peerLoop<F64, f64>},
#define PEER_ONE(name) PEER(name, NAME_F32(v, name), NAME_F64(v, name))
#define PEER_TWO(name) PEER(name, NAME_F32(vv, name), NAME_F64(vv, name))
constexpr Peer kPeers[] = {VECTOR_FUNCTIONS(PEER_ONE, PEER_TWO)              //
                           PEER(powr, NAME_F32(vv, pow), NAME_F64(vv, pow))  //
                           PEER(pown, pownF32, pownF64) PEER(rootn, rootnF32, rootnF64)};

}  // namespace

extern const PeerLibrary kLibmvec;
const PeerLibrary kLibmvec = {"libmvec", kPeers, std::size(kPeers)};

}  // namespace lanewise::bench
