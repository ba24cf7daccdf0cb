// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer functions against their definitions in 128-bit integers: every pair of 8-bit
// operands (and a third from a list), random and extreme values of the wider types.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "tests/builtins/samples.h"

namespace lanewise::test {
namespace {

using Wide = __int128;
using UnsignedWide = unsigned __int128;

template <class T>
constexpr int kBits = 8 * sizeof(T);
template <class T>
Wide lowest() {
  return std::is_signed_v<T> ? -(Wide(1) << (kBits<T> - 1)) : 0;
}
template <class T>
Wide highest() {
  return (Wide(1) << (kBits<T> - std::is_signed_v<T>)) - 1;
}
template <class T>
T saturated(Wide x) {
  return static_cast<T>(x < lowest<T>() ? lowest<T>() : x > highest<T>() ? highest<T>() : x);
}
// Floor of a quotient by a power of two, without a shift of a negative number.
template <class T>
T halved(Wide x) {
  return static_cast<T>(x >= 0 ? x / 2 : -((-x + 1) / 2));
}
template <class T>
T upper(T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    const Wide product = Wide(x) * Wide(y), unit = Wide(1) << kBits<T>;
    return static_cast<T>(product >= 0 ? product / unit : -((-product + unit - 1) / unit));
  } else {
    return static_cast<T>(UnsignedWide(x) * UnsignedWide(y) / (UnsignedWide(1) << kBits<T>));
  }
}
// The product of two unsigned 64-bit numbers and a third one fit only into an unsigned number.
template <class T>
T multiplied(T x, T y, T z) {
  if constexpr (std::is_signed_v<T>) return saturated<T>(Wide(x) * Wide(y) + z);
  const UnsignedWide sum = UnsignedWide(x) * UnsignedWide(y) + UnsignedWide(z);
  return static_cast<T>(sum > UnsignedWide(highest<T>()) ? UnsignedWide(highest<T>()) : sum);
}

template <class T>
std::vector<T> values() {
  std::vector<T> list;
  if (sizeof(T) == 1) {
    for (int i = 0; i < 256; ++i) list.push_back(static_cast<T>(i));
    return list;
  }
  for (int bit = 0; bit < kBits<T>; ++bit)
    for (int step : {-1, 0, 1}) {
      list.push_back(static_cast<T>((Wide(1) << bit) + step));
      list.push_back(static_cast<T>(-(Wide(1) << bit) + step));
    }
  Random random;
  for (int i = 0; i < 400; ++i) list.push_back(static_cast<T>(random()));
  return list;
}
template <class T>
std::vector<T> thirds() {
  std::vector<T> list = {0,
                         1,
                         2,
                         7,
                         static_cast<T>(-1),
                         static_cast<T>(-2),
                         static_cast<T>(lowest<T>()),
                         static_cast<T>(highest<T>())};
  Random random;
  for (int i = 0; i < 12; ++i) list.push_back(static_cast<T>(random()));
  return list;
}

#define SAME(expression, reference)                                                            \
  if (auto got = (expression); got != static_cast<decltype(got)>(reference)) {                 \
    ADD_FAILURE() << #expression << " is " << Wide64(got) << ", expected "                     \
                  << Wide64(static_cast<decltype(got)>(reference)) << " for x = " << Wide64(x) \
                  << ", y = " << Wide64(y) << ", z = " << Wide64(z);                           \
    return;                                                                                    \
  }
template <class T>
long long Wide64(T x) {
  return static_cast<long long>(x);
}

#define DECLARE(T, s, p)                                                                  \
  extern "C" T lw_##p##_hadd_##s##_##s(T, T), lw_##p##_rhadd_##s##_##s(T, T),             \
      lw_##p##_clamp_##s##_##s##_##s(T, T, T), lw_##p##_mad_sat_##s##_##s##_##s(T, T, T), \
      lw_##p##_mad_hi_##s##_##s##_##s(T, T, T), lw_##p##_abs_##s(T);                      \
  extern "C" std::make_unsigned_t<T> lw_##p##_abs_diff_##s##_##s(T, T);

#define BOTH_SIGNS(T, s, p)                                                                  \
  DECLARE(T, s, p)                                                                           \
  TEST(Integer, p##_of_##T) {                                                                \
    const T z = 0;                                                                           \
    for (T x : values<T>())                                                                  \
      for (T y : values<T>()) {                                                              \
        SAME(lw_##p##_hadd_##s##_##s(x, y), halved<T>(Wide(x) + y));                         \
        SAME(lw_##p##_rhadd_##s##_##s(x, y), halved<T>(Wide(x) + y + 1));                    \
        SAME(lw_##p##_abs_diff_##s##_##s(x, y),                                              \
             Wide(x) > Wide(y) ? Wide(x) - Wide(y) : Wide(y) - Wide(x));                     \
        SAME(lw_##p##_abs_##s(x), Wide(x) < 0 ? -Wide(x) : Wide(x));                         \
      }                                                                                      \
  }                                                                                          \
  TEST(Integer, p##_of_three_##T) {                                                          \
    for (T z : thirds<T>())                                                                  \
      for (T x : values<T>())                                                                \
        for (T y : values<T>()) {                                                            \
          SAME(lw_##p##_mad_sat_##s##_##s##_##s(x, y, z), multiplied<T>(x, y, z));           \
          SAME(lw_##p##_mad_hi_##s##_##s##_##s(x, y, z), Wide(upper(x, y)) + z);             \
          if (y <= z) SAME(lw_##p##_clamp_##s##_##s##_##s(x, y, z), x<y ? y : x> z ? z : x); \
        }                                                                                    \
  }
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
BOTH_SIGNS(i8, i8, s)
BOTH_SIGNS(i16, i16, s)
BOTH_SIGNS(i32, i32, s)
BOTH_SIGNS(i64, i64, s)
BOTH_SIGNS(u8, i8, u)
BOTH_SIGNS(u16, i16, u)
BOTH_SIGNS(u32, i32, u)
BOTH_SIGNS(u64, i64, u)

extern "C" u16 lw_u_upsample_i8_i8(u8, u8), lw_s_upsample_i8_i8(u8, u8);
extern "C" u32 lw_u_upsample_i16_i16(u16, u16), lw_s_upsample_i16_i16(u16, u16);
extern "C" u64 lw_u_upsample_i32_i32(u32, u32), lw_s_upsample_i32_i32(u32, u32);
extern "C" i32 lw_s_mul24_i32_i32(i32, i32), lw_s_mad24_i32_i32_i32(i32, i32, i32);
extern "C" u32 lw_u_mul24_i32_i32(u32, u32), lw_u_mad24_i32_i32_i32(u32, u32, u32);

TEST(Integer, UpsamplePutsTheFirstOperandAboveTheSecond) {
  EXPECT_EQ(lw_u_upsample_i8_i8(0xab, 0xcd), 0xabcd);
  EXPECT_EQ(lw_s_upsample_i8_i8(0x80, 0xff), 0x80ff);
  EXPECT_EQ(lw_u_upsample_i16_i16(0xabcd, 0xef01), 0xabcdef01u);
  EXPECT_EQ(lw_s_upsample_i16_i16(0x8000, 0xffff), 0x8000ffffu);
  EXPECT_EQ(lw_u_upsample_i32_i32(0x01234567, 0x89abcdef), 0x0123456789abcdefu);
  EXPECT_EQ(lw_s_upsample_i32_i32(0x80000000, 0xffffffff), 0x80000000ffffffffu);
}
TEST(Integer, ProductsOf24Bits) {
  Random random;
  for (int i = 0; i < 100000; ++i) {
    const i32 x = static_cast<i32>(random() % (1 << 24)) - (1 << 23);
    const i32 y = static_cast<i32>(random() % (1 << 24)) - (1 << 23);
    const i32 z = static_cast<i32>(random());
    const u32 a = random() % (1 << 24), b = random() % (1 << 24);
    ASSERT_EQ(lw_s_mul24_i32_i32(x, y), static_cast<i32>(Wide(x) * y));
    ASSERT_EQ(lw_s_mad24_i32_i32_i32(x, y, z), static_cast<i32>(Wide(x) * y + z));
    ASSERT_EQ(lw_u_mul24_i32_i32(a, b), static_cast<u32>(Wide(a) * b));
    ASSERT_EQ(lw_u_mad24_i32_i32_i32(a, b, u32(z)), static_cast<u32>(Wide(a) * b + u32(z)));
  }
}

}  // namespace
}  // namespace lanewise::test
