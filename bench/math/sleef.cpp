// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same loops over SLEEF's functions at 512 or, without AVX-512, 256 bits, for the rows of
// functions.def that name one.
#include <immintrin.h>
#include <sleef.h>

#include <cstring>

#include "bench/math/loops.h"
#include "builtins/math/functions.def"

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
template <class V, auto f>
void loopX(const Operands& o) {
  for (long i = 0; i < kCount; i += V::lanes) V::store(o.result, i, f(V::load(o.x, i)));
}
template <class V, auto f>
void loopXY(const Operands& o) {
  for (long i = 0; i < kCount; i += V::lanes)
    V::store(o.result, i, f(V::load(o.x, i), V::load(o.y, i)));
}
template <class V, auto f>
void loopXYZ(const Operands& o) {
  for (long i = 0; i < kCount; i += V::lanes)
    V::store(o.result, i, f(V::load(o.x, i), V::load(o.y, i), V::load(o.z, i)));
}
template <class V, auto f>
void loopXN(const Operands& o) {
  for (long i = 0; i < kCount; i += V::lanes)
    V::store(o.result, i, f(V::load(o.x, i), V::loadIntegers(o.y, i)));
}
template <class V, auto f>
void loopXP(const Operands& o) {
  for (long i = 0; i < kCount; i += V::lanes) {
    const auto both = f(V::load(o.x, i));
    V::store(o.result, i, both.x);
    V::store(o.other, i, both.y);
  }
}

#define JOIN_(a, b, c) a##_##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define PEER(name, arguments, of, u, accuracy)                            \
  {#name, #u, loop##arguments<F32, JOIN(SLEEF_F32(of), accuracy, LEVEL)>, \
   loop##arguments<F64, JOIN(SLEEF_F64(of), accuracy, LEVEL)>},
#define PEER_u00(name, arguments, of)
#define PEER_u05(name, arguments, of) PEER(name, arguments, of, u05, u05)
#define PEER_u10(name, arguments, of) PEER(name, arguments, of, u10, u10)
#define PEER_u15(name, arguments, of) PEER(name, arguments, of, u15, u15)
#define PEER_exact(name, arguments, of) PEER(name, arguments, of, exact, )
#define ROW(name, arguments, low, high, low2, high2, rare, form, of, u) \
  PEER_##u(name, arguments, of)

constexpr Peer kPeers[] = {ANY_TYPE_ROWS(ROW) FLOAT_ROWS(ROW)};

}  // namespace

int sleefLanes(int bits) { return bits == 32 ? F32::lanes : F64::lanes; }
const Peer* sleefOf(const char* name) {
  for (const Peer& peer : kPeers)
    if (std::strcmp(peer.name, name) == 0) return &peer;
  return nullptr;
}

}  // namespace lanewise::bench
