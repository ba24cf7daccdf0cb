// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the runtime library, under names with the prefix `tested_` (the program contains the
// C library's, too), compared with the C library and with 128-bit integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/builtins/samples.h"

using Wide = __int128;
using UnsignedWide = unsigned __int128;

extern "C" {
void* tested_memcpy(void*, const void*, size_t);
void* tested_memmove(void*, const void*, size_t);
void* tested_memset(void*, int, size_t);
int tested_memcmp(const void*, const void*, size_t);
double tested_fma(double, double, double);
float tested_fmaf(float, float, float);
float tested_fmaxf(float, float);
float tested_fminf(float, float);
float tested___extendhfsf2(_Float16);
_Float16 tested___truncsfhf2(float);
_Float16 tested___truncdfhf2(double);
Wide tested___multi3(Wide, Wide);
Wide tested___divti3(Wide, Wide);
Wide tested___modti3(Wide, Wide);
UnsignedWide tested___udivti3(UnsignedWide, UnsignedWide);
UnsignedWide tested___umodti3(UnsignedWide, UnsignedWide);
Wide tested___ashlti3(Wide, int);
Wide tested___ashrti3(Wide, int);
UnsignedWide tested___lshrti3(UnsignedWide, int);
float tested___floattisf(Wide);
double tested___floattidf(Wide);
float tested___floatuntisf(UnsignedWide);
double tested___floatuntidf(UnsignedWide);
Wide tested___fixsfti(float);
Wide tested___fixdfti(double);
UnsignedWide tested___fixunssfti(float);
UnsignedWide tested___fixunsdfti(double);
UnsignedWide tested___atomic_fetch_add_16(UnsignedWide*, UnsignedWide, int);
bool tested___atomic_compare_exchange(size_t, void*, void*, void*, int, int);
void tested___atomic_load(size_t, void*, void*, int);
}

namespace lanewise::test {
namespace {

TEST(Memory, MovesOfEverySizeAndOverlap) {
  for (size_t bytes = 0; bytes <= 100; ++bytes)
    for (size_t to = 0; to <= 40; ++to) {
      std::vector<unsigned char> got(200), expected(200);
      for (size_t i = 0; i < 200; ++i) got[i] = expected[i] = static_cast<unsigned char>(i * 7);
      std::memmove(&expected[to], &expected[20], bytes);
      EXPECT_EQ(tested_memmove(&got[to], &got[20], bytes), &got[to]);
      ASSERT_EQ(got, expected) << bytes << " bytes from 20 to " << to;
    }
}
TEST(Memory, FillsCopiesAndComparesEverySize) {
  for (size_t bytes = 0; bytes <= 100; ++bytes) {
    std::vector<unsigned char> a(140, 1), b(140, 1);
    std::memset(&b[3], 0xe5, bytes);
    EXPECT_EQ(tested_memset(&a[3], 0x1e5, bytes), &a[3]);
    ASSERT_EQ(a, b) << bytes << " bytes";
    std::vector<unsigned char> c(140, 2), d(140, 2);
    for (size_t i = 0; i < 140; ++i) a[i] = static_cast<unsigned char>(i);
    std::memcpy(&d[5], &a[1], bytes);
    tested_memcpy(&c[5], &a[1], bytes);
    ASSERT_EQ(c, d) << bytes << " bytes";
    EXPECT_EQ(tested_memcmp(a.data(), a.data(), bytes), 0);
    for (size_t i = 0; i < bytes; ++i) {
      auto other = a;
      other[i] ^= 0x80;
      EXPECT_EQ(tested_memcmp(a.data(), other.data(), bytes) < 0, a[i] < other[i]);
    }
  }
}

template <class T>
std::vector<T> values() {
  std::vector<T> list = specialValues<T>();
  Random random;
  for (int i = 0; i < 60; ++i) {
    list.push_back(fromBits<T>(static_cast<typename Format<T>::Bits>(random())));
    list.push_back(static_cast<T>(random.unit() * 4 - 2));
  }
  return list;
}
template <class T>
bool same(T a, T b) {
  if (a != a || b != b) return a != a && b != b;
  return std::bit_cast<typename Format<T>::Bits>(a) == std::bit_cast<typename Format<T>::Bits>(b);
}
template <class T>
void fusedOf(T (*tested)(T, T, T), T (*reference)(T, T, T)) {
  for (T x : values<T>())
    for (T y : values<T>()) {
      std::vector<T> addends = {
          T(0), T(-0.0), T(1), fromBits<T>(1), -x * y, x, static_cast<T>(INFINITY)};
      addends.push_back(fromBits<T>(std::bit_cast<typename Format<T>::Bits>(T(-x * y)) + 1));
      for (T z : addends)
        ASSERT_TRUE(same(tested(x, y, z), reference(x, y, z)))
            << std::hexfloat << x << " * " << y << " + " << z << " is " << tested(x, y, z)
            << ", expected " << reference(x, y, z);
    }
}
TEST(Maximum, IsThatOfTheCLibrary) {
  for (float x : values<float>())
    for (float y : values<float>()) {
      if (x == 0 && y == 0) continue;  // either zero
      ASSERT_TRUE(same(tested_fmaxf(x, y), std::fmax(x, y))) << std::hexfloat << x << ", " << y;
      ASSERT_TRUE(same(tested_fminf(x, y), std::fmin(x, y))) << std::hexfloat << x << ", " << y;
    }
}
TEST(Fma, IsThatOfTheCLibrary) {
  fusedOf<double>(tested_fma, std::fma);
  fusedOf<float>(tested_fmaf, std::fma);
}

TEST(Half, WidensEveryNumber) {
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const f16 x = fromBits<f16>(static_cast<std::uint16_t>(bits));
    ASSERT_TRUE(same(tested___extendhfsf2(x), static_cast<float>(x))) << bits;
    ASSERT_TRUE(same(tested___truncsfhf2(static_cast<float>(x)), x)) << bits;
    ASSERT_TRUE(same(tested___truncdfhf2(static_cast<double>(x)), x)) << bits;
  }
}
// Between two neighbours: a quarter, the tie, and the tie with the smallest bits of f32 and f64.
TEST(Half, RoundsToNearestEven) {
  for (std::uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const f16 low = fromBits<f16>(static_cast<std::uint16_t>(bits));
    const f16 high = fromBits<f16>(static_cast<std::uint16_t>(bits + 1));
    const double a = static_cast<double>(low),
                 b = bits == 0x7bff ? 65536 : static_cast<double>(high);
    const double tie = (a + b) / 2, tiny = std::ldexp(tie, -52);
    const f16 even = bits & 1 ? high : low;
    for (double sign : {1.0, -1.0}) {
      const f16 s = static_cast<f16>(sign);
      ASSERT_TRUE(same(tested___truncdfhf2(sign * (tie + tiny)), s * high)) << bits;
      ASSERT_TRUE(same(tested___truncdfhf2(sign * (tie - tiny)), s * low)) << bits;
      ASSERT_TRUE(same(tested___truncdfhf2(sign * tie), s * even)) << bits;
      ASSERT_TRUE(same(tested___truncsfhf2(static_cast<float>(sign * tie)), s * even)) << bits;
      ASSERT_TRUE(same(tested___truncsfhf2(static_cast<float>(sign * (a + (b - a) / 4))), s * low));
      ASSERT_TRUE(
          same(tested___truncsfhf2(static_cast<float>(sign * (b - (b - a) / 4))), s * high));
    }
  }
}

TEST(Integer128, Arithmetic) {
  Random random;
  std::vector<UnsignedWide> list = {1,
                                    2,
                                    3,
                                    10,
                                    ~UnsignedWide(0),
                                    UnsignedWide(1) << 127,
                                    UnsignedWide(1) << 64,
                                    (UnsignedWide(1) << 64) - 1};
  for (int i = 0; i < 200; ++i)
    list.push_back((UnsignedWide(random()) << 64 | random()) >> random() % 128 | 1);
  for (auto a : list)
    for (auto b : list) {
      const Wide x = static_cast<Wide>(a), y = static_cast<Wide>(b);
      ASSERT_TRUE(static_cast<UnsignedWide>(tested___multi3(x, y)) == a * b);
      ASSERT_TRUE(tested___udivti3(a, b) == a / b);
      ASSERT_TRUE(tested___umodti3(a, b) == a % b);
      if (y == -1) continue;
      ASSERT_TRUE(tested___divti3(x, y) == x / y);
      ASSERT_TRUE(tested___modti3(x, y) == x % y);
    }
  for (auto a : list)
    for (int n = 0; n < 128; ++n) {
      ASSERT_TRUE(static_cast<UnsignedWide>(tested___ashlti3(static_cast<Wide>(a), n)) == a << n);
      ASSERT_TRUE(tested___lshrti3(a, n) == a >> n);
      ASSERT_TRUE(tested___ashrti3(static_cast<Wide>(a), n) == static_cast<Wide>(a) >> n);
    }
}
TEST(Integer128, BecomesTheNearestFloat) {
  Random random;
  std::vector<UnsignedWide> list = {0, 1, ~UnsignedWide(0), UnsignedWide(1) << 127};
  for (int n = 0; n < 128; ++n)
    for (int digits : {24, 25, 53, 54}) {
      // Next to numbers in the middle of two floats or doubles.
      const UnsignedWide middle = ((UnsignedWide(1) << digits) | 1) << std::max(0, n - digits);
      for (int delta = -1; delta <= 1; ++delta)
        list.push_back(middle + static_cast<UnsignedWide>(delta));
    }
  for (int i = 0; i < 100000; ++i)
    list.push_back((UnsignedWide(random()) << 64 | random()) >> random() % 128);
  for (const UnsignedWide x : list) {
    ASSERT_EQ(tested___floatuntisf(x), static_cast<float>(x));
    ASSERT_EQ(tested___floatuntidf(x), static_cast<double>(x));
    for (const Wide y : {static_cast<Wide>(x), static_cast<Wide>(-x)}) {
      ASSERT_EQ(tested___floattisf(y), static_cast<float>(y));
      ASSERT_EQ(tested___floattidf(y), static_cast<double>(y));
    }
  }
}
TEST(Integer128, IsCutFromAFloat) {
  Random random;
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(static_cast<double>(random() >> 11), int(random() % 126) - 60);
    const auto y = static_cast<float>(x);
    if (x < 0x1p127) {
      ASSERT_TRUE(tested___fixdfti(x) == static_cast<Wide>(x)) << x;
      ASSERT_TRUE(tested___fixdfti(-x) == static_cast<Wide>(-x)) << x;
      ASSERT_TRUE(tested___fixunsdfti(x) == static_cast<UnsignedWide>(x)) << x;
    }
    if (y < 0x1p127f) {
      ASSERT_TRUE(tested___fixsfti(y) == static_cast<Wide>(y)) << x;
      ASSERT_TRUE(tested___fixsfti(-y) == static_cast<Wide>(-y)) << x;
      ASSERT_TRUE(tested___fixunssfti(y) == static_cast<UnsignedWide>(y)) << x;
    }
  }
  constexpr auto kMost = static_cast<Wide>(~UnsignedWide(0) >> 1);
  EXPECT_TRUE(tested___fixdfti(0x1p127) == kMost);
  EXPECT_TRUE(tested___fixdfti(-0x1p127) == -kMost - 1);
  EXPECT_TRUE(tested___fixunsdfti(0x1.8p127) == UnsignedWide(3) << 126);
  EXPECT_TRUE(tested___fixunsdfti(HUGE_VAL) == ~UnsignedWide(0));
  EXPECT_TRUE(tested___fixunsdfti(-1) == 0);
}
TEST(Atomic, ObjectsOf16Bytes) {
  alignas(16) UnsignedWide object = ~std::uint64_t(0), expected = 5, desired = 9, loaded = 0;
  EXPECT_TRUE(tested___atomic_fetch_add_16(&object, 1, 5) == ~std::uint64_t(0));
  EXPECT_TRUE(object == UnsignedWide(1) << 64);
  EXPECT_FALSE(tested___atomic_compare_exchange(16, &object, &expected, &desired, 5, 5));
  EXPECT_TRUE(expected == UnsignedWide(1) << 64);
  EXPECT_TRUE(tested___atomic_compare_exchange(16, &object, &expected, &desired, 5, 5));
  tested___atomic_load(16, &object, &loaded, 5);
  EXPECT_TRUE(loaded == 9);
}

}  // namespace
}  // namespace lanewise::test
