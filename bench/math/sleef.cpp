// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same loops over SLEEF's functions at 512 bits, for the rows of functions.def that name one.
#include <immintrin.h>
#include <sleef.h>

#include <cstring>

#include "bench/math/functions.def"
#include "bench/math/loops.h"

namespace lanewise::bench {
namespace {

template <auto f>
void x32(const void* x, const void*, void* result) {
  for (long i = 0; i < kCount; i += 16)
    _mm512_storeu_ps(static_cast<float*>(result) + i,
                     f(_mm512_loadu_ps(static_cast<const float*>(x) + i)));
}
template <auto f>
void xy32(const void* x, const void* y, void* result) {
  for (long i = 0; i < kCount; i += 16)
    _mm512_storeu_ps(static_cast<float*>(result) + i,
                     f(_mm512_loadu_ps(static_cast<const float*>(x) + i),
                       _mm512_loadu_ps(static_cast<const float*>(y) + i)));
}
template <auto f>
void x64(const void* x, const void*, void* result) {
  for (long i = 0; i < kCount; i += 8)
    _mm512_storeu_pd(static_cast<double*>(result) + i,
                     f(_mm512_loadu_pd(static_cast<const double*>(x) + i)));
}
template <auto f>
void xy64(const void* x, const void* y, void* result) {
  for (long i = 0; i < kCount; i += 8)
    _mm512_storeu_pd(static_cast<double*>(result) + i,
                     f(_mm512_loadu_pd(static_cast<const double*>(x) + i),
                       _mm512_loadu_pd(static_cast<const double*>(y) + i)));
}

#define LOOP32_X x32
#define LOOP32_XY xy32
#define LOOP64_X x64
#define LOOP64_XY xy64
#define PEER(arguments, of, u) \
  {#of, #u, LOOP32_##arguments<Sleef_##of##f16_##u##avx512f>, \
   LOOP64_##arguments<Sleef_##of##d8_##u##avx512f>},
#define PEER_u00(arguments, of, u)
#define PEER_u05(arguments, of, u) PEER(arguments, of, u)
#define PEER_u10(arguments, of, u) PEER(arguments, of, u)
#define PEER_u15(arguments, of, u) PEER(arguments, of, u)
#define ROW(name, arguments, low, high, low2, high2, rare32, rare64, of, u) PEER_##u(arguments, of, u)

constexpr Peer kPeers[] = {EXP_ROWS(ROW) LOG_ROWS(ROW) TRIG_ROWS(ROW) ARC_ROWS(ROW)
                               HYPERBOLIC_ROWS(ROW) ROOTS_ROWS(ROW) POW_ROWS(ROW)
                                   GAMMA_ERF_ROWS(ROW)};

}  // namespace

const Peer* sleefOf(const char* name) {
  for (const Peer& peer : kPeers)
    if (std::strcmp(peer.name, name) == 0) return &peer;
  return nullptr;
}

}  // namespace lanewise::bench
