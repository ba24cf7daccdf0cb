// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops over the functions of Intel's libsvml, of its middle accuracy (4 ulp). It has no header
// for them: names end in the count of lanes, parameters and results are vectors.
#include "bench/math/peer_loops.h"

#if defined(__AVX512F__)
#define NAME_F32(name) __svml_##name##f16
#define NAME_F64(name) __svml_##name##8
#elif defined(__AVX2__)
#define NAME_F32(name) __svml_##name##f8
#define NAME_F64(name) __svml_##name##4
#else
#define NAME_F32(name) __svml_##name##f4
#define NAME_F64(name) __svml_##name##2
#endif

namespace lanewise::bench {

#define FUNCTIONS(ONE, TWO)                                                                   \
  VECTOR_FUNCTIONS(ONE, TWO)                                                                  \
  ONE(sinpi) ONE(cospi) ONE(tanpi) ONE(asinpi) ONE(acospi) ONE(atanpi) TWO(atan2pi) TWO(powr) \
      TWO(fmod) TWO(remainder) TWO(nextafter) TWO(fdim)
#define DECLARE_ONE(name)             \
  extern "C" F32 NAME_F32(name)(F32); \
  extern "C" F64 NAME_F64(name)(F64);
#define DECLARE_TWO(name)                  \
  extern "C" F32 NAME_F32(name)(F32, F32); \
  extern "C" F64 NAME_F64(name)(F64, F64);
FUNCTIONS(DECLARE_ONE, DECLARE_TWO)
DECLARE_ONE(invsqrt)
extern "C" F32 NAME_F32(ldexp)(F32, Integers<F32>);
extern "C" F64 NAME_F64(ldexp)(F64, Integers<F64>);
extern "C" F32 NAME_F32(pown)(F32, Integers<F32>);
extern "C" F64 NAME_F64(pown)(F64, Integers<F64>);

namespace {

#define PEER(name, svml) \
  {#name, "4 ulp", peerLoop<F32, NAME_F32(svml)>, peerLoop<F64, NAME_F64(svml)>},
#define PEER_OF(name) PEER(name, name)
constexpr Peer kPeers[] = {FUNCTIONS(PEER_OF, PEER_OF) PEER(rsqrt, invsqrt) PEER(ldexp, ldexp)
                               PEER(pown, pown)};

}  // namespace

extern const PeerLibrary kSvml;
const PeerLibrary kSvml = {"SVML", kPeers, std::size(kPeers)};

}  // namespace lanewise::bench
