// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same loops over SLEEF's functions for registers of 512 or, without AVX-512, 256 bits, where a
// row of cases.def names one. Macros join the C names of SLEEF from its rows.
#include <immintrin.h>
#include <sleef.h>

#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include "bench/math/loops.h"
#include "builtins/functions.h"

namespace lanewise::bench {
namespace {

// One type's vectors and how they are loaded and stored.
#ifdef __AVX512F__
#define SLEEF_F32(function) Sleef_##function##f16
#define SLEEF_F64(function) Sleef_##function##d8
#define LEVEL avx512f
struct F32 {
  static constexpr long lanes = 16;
  static __m512 load(const void* p, long i) {
    return _mm512_loadu_ps(static_cast<const float*>(p) + i);
  }
  static __m512 loadIntegers(const void* p, long i) {
    return _mm512_cvtepi32_ps(_mm512_loadu_si512(static_cast<const int*>(p) + i));
  }
  static void store(void* p, long i, __m512 x) { _mm512_storeu_ps(static_cast<float*>(p) + i, x); }
};
struct F64 {
  static constexpr long lanes = 8;
  static __m512d load(const void* p, long i) {
    return _mm512_loadu_pd(static_cast<const double*>(p) + i);
  }
  static __m512d loadIntegers(const void* p, long i) {
    return _mm512_cvtepi32_pd(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(static_cast<const int*>(p) + i)));
  }
  static void store(void* p, long i, __m512d x) {
    _mm512_storeu_pd(static_cast<double*>(p) + i, x);
  }
};
#else
#define SLEEF_F32(function) Sleef_##function##f8
#define SLEEF_F64(function) Sleef_##function##d4
#define LEVEL avx2
struct F32 {
  static constexpr long lanes = 8;
  static __m256 load(const void* p, long i) {
    return _mm256_loadu_ps(static_cast<const float*>(p) + i);
  }
  static __m256 loadIntegers(const void* p, long i) {
    return _mm256_cvtepi32_ps(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(static_cast<const int*>(p) + i)));
  }
  static void store(void* p, long i, __m256 x) { _mm256_storeu_ps(static_cast<float*>(p) + i, x); }
};
struct F64 {
  static constexpr long lanes = 4;
  static __m256d load(const void* p, long i) {
    return _mm256_loadu_pd(static_cast<const double*>(p) + i);
  }
  static __m256d loadIntegers(const void* p, long i) {
    return _mm256_cvtepi32_pd(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(static_cast<const int*>(p) + i)));
  }
  static void store(void* p, long i, __m256d x) {
    _mm256_storeu_pd(static_cast<double*>(p) + i, x);
  }
};
#endif
// SLEEF's function of vectors that stands for ours; `hasInteger`: our second argument is an
// integer.
template <class V, bool hasInteger, class R, class... P>
void loop(R (*sleef)(P...), const Operands& o) {
  using Number = decltype(V::load(o.x, 0));
  for (long i = 0; i < kCount; i += V::lanes) {
    const Number all[] = {V::load(o.x, i), hasInteger ? V::loadIntegers(o.y, i) : V::load(o.y, i),
                          V::load(o.z, i)};
    const R result = [&]<std::size_t... index>(std::index_sequence<index...>) {
      return sleef(all[index]...);
    }(std::index_sequence_for<P...>());
    if constexpr (requires { result.y; }) {  // two results
      V::store(o.result, i, result.x);
      V::store(o.other, i, result.y);
    } else {
      V::store(o.result, i, result);
    }
  }
}
constexpr bool hasInteger(std::string_view name) {
  return builtins::findFunction(name)->arguments == builtins::Arguments::XN;
}

#define JOIN_(a, b, c) a##_##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define PEER(V, name, function) [](const Operands& o) { loop<V, hasInteger(#name)>(function, o); }
#define PEERS(name, sleef, accuracy, suffix)                                 \
  {#name, #accuracy, PEER(F32, name, JOIN(SLEEF_F32(sleef), suffix, LEVEL)), \
   PEER(F64, name, JOIN(SLEEF_F64(sleef), suffix, LEVEL))},
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

int peerLanes(int bits) { return bits == 32 ? F32::lanes : F64::lanes; }
const Peer* peerOf(const char* name) {
  for (const Peer& peer : kPeers)
    if (std::strcmp(peer.name, name) == 0) return &peer;
  return nullptr;
}

}  // namespace lanewise::bench
