// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of whole vectors: geometry compared with long double and the specification's limits,
// loads and stores of halves in memory, shuffles. Needs Clang's vector types.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "builtins/vector.h"
#include "tests/builtins/error.h"

namespace {

using lanewise::test::errorUlp;
using lanewise::test::Format;
using lanewise::test::Number;

std::uint64_t state = 1;
std::uint64_t next() {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 11 ^ state >> 37;
}
double uniform() { return static_cast<double>(next() % 2000001) / 1e6 - 1; }

template <class T>
double ulpsFrom(T got, long double expected) {
  Number reference(120);
  mpfr_set_ld(reference, expected, MPFR_RNDN);
  return errorUlp(got, reference);
}

// The numbers of a vector at a scale where squares overflow, underflow, or are ordinary.
template <class V, class T, int n>
V vectorAt(int exponent) {
  V v;
  for (int i = 0; i < n; ++i) v[i] = static_cast<T>(std::ldexp(uniform(), exponent));
  return v;
}
template <class T>
int scaleOf(int i) {
  const int scales[] = {0, Format<T>::emax - 4, Format<T>::emin + 2, 3};
  return scales[i % 4];
}

#define GEOMETRY(T, n, lengthUlp, distanceUlp, normalizeUlp)                                       \
  extern "C" T lw_length_##T##x##n(T##x##n), lw_distance_##T##x##n##_##T##x##n(T##x##n, T##x##n),  \
      lw_Dot_##T##x##n##_##T##x##n(T##x##n, T##x##n);                                              \
  extern "C" T##x##n lw_normalize_##T##x##n(T##x##n);                                              \
  TEST(Geometric, T##x##n) {                                                                       \
    for (int k = 0; k < 2000; ++k) {                                                               \
      const auto a = vectorAt<T##x##n, T, n>(scaleOf<T>(k));                                       \
      const auto b = vectorAt<T##x##n, T, n>(scaleOf<T>(k));                                       \
      long double squares = 0, between = 0, dot = 0, largest = 0;                                  \
      for (int i = 0; i < n; ++i) {                                                                \
        const long double x = a[i], y = b[i];                                                      \
        squares += x * x;                                                                          \
        between += (x - y) * (x - y);                                                              \
        dot += x * y;                                                                              \
        largest = std::fmax(largest, std::fmax(std::fabs(x), std::fabs(y)));                       \
      }                                                                                            \
      EXPECT_LE(ulpsFrom(lw_length_##T##x##n(a), std::sqrt(squares)), lengthUlp);                  \
      EXPECT_LE(ulpsFrom(lw_distance_##T##x##n##_##T##x##n(a, b), std::sqrt(between)),             \
                distanceUlp);                                                                      \
      const auto unit = lw_normalize_##T##x##n(a);                                                 \
      for (int i = 0; i < n; ++i)                                                                  \
        EXPECT_LE(ulpsFrom<T>(unit[i], a[i] / std::sqrt(squares)), normalizeUlp)                   \
            << double(a[i]) << " of length " << double(std::sqrt(squares));                        \
      if (k % 4 == 0)                                                                              \
        EXPECT_NEAR(                                                                               \
            double(lw_Dot_##T##x##n##_##T##x##n(a, b)), double(dot),                               \
            double(largest * largest * (2 * n - 1) * std::ldexp(1.0L, 1 - Format<T>::precision))); \
    }                                                                                              \
    T##x##n v = T(0);                                                                              \
    EXPECT_EQ(double(lw_length_##T##x##n(v)), 0);                                                  \
    EXPECT_EQ(double(lw_normalize_##T##x##n(v)[1]), 0);                                            \
    v[0] = T(-INFINITY);                                                                           \
    v[1] = T(-3);                                                                                  \
    EXPECT_EQ(double(lw_normalize_##T##x##n(v)[0]), -1);                                           \
    EXPECT_EQ(double(lw_normalize_##T##x##n(v)[1]), 0);                                            \
    EXPECT_EQ(double(lw_length_##T##x##n(v)), INFINITY);                                           \
    v[1] = T(NAN);                                                                                 \
    EXPECT_TRUE(std::isnan(double(lw_normalize_##T##x##n(v)[0])));                                 \
  }
#define GEOMETRY_TYPE(T, l, ln, d, dn, m, mn)        \
  GEOMETRY(T, 2, l + ln * 2, d + dn * 2, m + mn * 2) \
  GEOMETRY(T, 3, l + ln * 3, d + dn * 3, m + mn * 3) \
  GEOMETRY(T, 4, l + ln * 4, d + dn * 4, m + mn * 4) \
  GEOMETRY(T, 8, l + ln * 8, d + dn * 8, m + mn * 8) \
  GEOMETRY(T, 16, l + ln * 16, d + dn * 16, m + mn * 16)
GEOMETRY_TYPE(f16, 0.25, 0.5, 0, 2, 1, 1)
GEOMETRY_TYPE(f32, 2.75, 0.5, 2.5, 2, 2, 1)
GEOMETRY_TYPE(f64, 5.5, 1, 5.5, 2, 4.5, 1)

extern "C" f32x3 lw_cross_f32x3_f32x3(f32x3, f32x3);
extern "C" f64x4 lw_cross_f64x4_f64x4(f64x4, f64x4);
TEST(Geometric, CrossIsRightHanded) {
  const f32x3 c = lw_cross_f32x3_f32x3(f32x3{1, 2, 3}, f32x3{4, 5, 7});
  EXPECT_EQ(c.x, -1);
  EXPECT_EQ(c.y, 5);
  EXPECT_EQ(c.z, -3);
  const f64x4 d = lw_cross_f64x4_f64x4(f64x4{1, 2, 3, 9}, f64x4{4, 5, 7, 9});
  EXPECT_EQ(d.x, -1);
  EXPECT_EQ(d.y, 5);
  EXPECT_EQ(d.z, -3);
  EXPECT_EQ(d.w, 0);
}

extern "C" f32 lw_vload_half_i64_p(u64, const f16*);
extern "C" f32x3 lw_vload_halfn_rf32x3_i64_p_i32(u64, const f16*, u32);
extern "C" f32x3 lw_vloada_halfn_rf32x3_i64_p_i32(u64, const f16*, u32);
extern "C" void lw_vstore_halfn_r_f32x3_i64_p_i32(f32x3, u64, f16*, u32);
extern "C" void lw_vstorea_halfn_f64x3_i64_p(f64x3, u64, f16*);
TEST(VectorData, HalvesOfThreeLieDenselyOrAsFour) {
  f16 memory[12];
  for (int i = 0; i < 12; ++i) memory[i] = static_cast<f16>(i);
  EXPECT_EQ(lw_vload_half_i64_p(5, memory), 5);
  EXPECT_EQ(lw_vload_halfn_rf32x3_i64_p_i32(2, memory, 3).y, 7);
  EXPECT_EQ(lw_vloada_halfn_rf32x3_i64_p_i32(2, memory, 3).y, 9);
  lw_vstorea_halfn_f64x3_i64_p(f64x3{-1, -2, -3}, 1, memory);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(double(memory[i]), i >= 4 && i < 7 ? 3 - i : i) << "element " << i;
}
TEST(VectorData, HalvesAreStoredInTheModeOfTheOperand) {
  const float x = 1 + 0x1.8p-11f;  // three quarters of a step above one
  const double step = 0x1p-10, expected[] = {1 + step, 1, 1 + step, 1};
  for (u32 mode = 0; mode < 4; ++mode) {
    f16 memory[3];
    lw_vstore_halfn_r_f32x3_i64_p_i32(f32x3{x, -x, 2}, 0, memory, mode);
    EXPECT_EQ(double(memory[0]), expected[mode]) << "mode " << mode;
    EXPECT_EQ(double(memory[1]), mode < 2 ? -expected[mode] : mode == 2 ? -1 : -1 - step);
  }
}

extern "C" f32x4 lw_shuffle_f32x8_i32x4(f32x8, i32x4);
extern "C" i8x8 lw_shuffle2_i8x4_i8x4_i8x8(i8x4, i8x4, i8x8);
TEST(VectorData, ShuffleMasksCountModuloTheWidth) {
  const f32x8 x = {0, 1, 2, 3, 4, 5, 6, 7};
  const f32x4 a = lw_shuffle_f32x8_i32x4(x, i32x4{7, 0, 8 + 3, -1});
  EXPECT_EQ(a.x, 7);
  EXPECT_EQ(a.y, 0);
  EXPECT_EQ(a.z, 3);
  EXPECT_EQ(a.w, 7);
  const i8x8 b = lw_shuffle2_i8x4_i8x4_i8x8(i8x4{10, 11, 12, 13}, i8x4{20, 21, 22, 23},
                                            i8x8{0, 4, 3, 7, 8, 12, -1, 5});
  const int expected[] = {10, 20, 13, 23, 10, 20, 23, 21};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(b[i], expected[i]);
}

}  // namespace
