// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The integer functions on all eight types and at all widths, compared with 128-bit arithmetic.

#include "device.h"

#include <bit>
#include <limits>
#include <random>

namespace kernels {
namespace {

constexpr int kCount = 48, kSections = 6;
using Wide = __int128;

template <typename T>
T saturated(Wide value) {
  const Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  return static_cast<T>(value < low ? low : value > high ? high : value);
}

/// 128 bits hold every product of two 64-bit numbers of the same signedness.
template <typename T>
T highHalf(T x, T y) {
  if constexpr (std::is_signed_v<T>) return static_cast<T>((Wide{x} * y) >> (8 * sizeof(T)));
  return static_cast<T>((static_cast<unsigned __int128>(x) * y) >> (8 * sizeof(T)));
}

template <typename T>
T multiplyAddSaturated(T x, T y, T z) {
  if constexpr (std::is_signed_v<T>) return saturated<T>(Wide{x} * y + z);
  const auto sum = static_cast<unsigned __int128>(x) * y + z;
  return sum > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max() : static_cast<T>(sum);
}

template <typename T>
std::vector<T> values(unsigned seed) {
  const T edges[] = {0,
                     1,
                     static_cast<T>(-1),
                     std::numeric_limits<T>::min(),
                     std::numeric_limits<T>::max(),
                     static_cast<T>(-2),
                     2};
  std::mt19937_64 random(seed);
  std::vector<T> all;
  for (int i = 0; i < kCount; ++i)
    all.push_back(random() % 2 ? edges[random() % 7] : static_cast<T>(random()));
  return all;
}

template <typename T, typename R = T, typename Host>
void expectFunction(const std::string& name, const std::string& type, Host host) {
  SCOPED_TRACE(name + " of " + type);
  const std::vector<T> x = values<T>(1), y = values<T>(2), z = values<T>(3);
  Buffer<T> xBuffer(x), yBuffer(y), zBuffer(z);
  Buffer<R> out(kSections * kCount);
  run("builtins/integer_functions", name + "_" + type, range1(kCount), xBuffer, yBuffer, zBuffer,
      out);
  const std::vector<R> got = out.read();
  for (int i = 0; i < kSections * kCount; ++i)
    ASSERT_EQ(got[i], static_cast<R>(host(x[i % kCount], y[i % kCount], z[i % kCount])))
        << "section " << i / kCount << ", of " << +x[i % kCount] << ", " << +y[i % kCount] << ", "
        << +z[i % kCount];
}

template <typename T>
void expectArithmetic(const std::string& type) {
  using U = std::make_unsigned_t<T>;
  expectFunction<T, U>("abs", type, [](T x, T, T) { return x < 0 ? -Wide{x} : Wide{x}; });
  expectFunction<T, U>("abs_diff", type,
                       [](T x, T y, T) { return x > y ? Wide{x} - y : Wide{y} - x; });
  expectFunction<T>("add_sat", type, [](T x, T y, T) { return saturated<T>(Wide{x} + y); });
  expectFunction<T>("sub_sat", type, [](T x, T y, T) { return saturated<T>(Wide{x} - y); });
  expectFunction<T>("hadd", type, [](T x, T y, T) { return (Wide{x} + y) >> 1; });
  expectFunction<T>("rhadd", type, [](T x, T y, T) { return (Wide{x} + y + 1) >> 1; });
  expectFunction<T>("clamp", type, [](T x, T y, T z) {
    return std::min(std::max(x, std::min(y, z)), std::max(y, z));
  });
  expectFunction<T>("max", type, [](T x, T y, T) { return std::max(x, y); });
  expectFunction<T>("min", type, [](T x, T y, T) { return std::min(x, y); });
  expectFunction<T>("mul_hi", type, [](T x, T y, T) { return highHalf(x, y); });
  expectFunction<T>("mad_hi", type, [](T x, T y, T z) {
    return static_cast<U>(static_cast<U>(highHalf(x, y)) + static_cast<U>(z));
  });
  expectFunction<T>("mad_sat", type, multiplyAddSaturated<T>);
}

template <typename T>
void expectBits(const std::string& type) {
  using U = std::make_unsigned_t<T>;
  expectFunction<T>("clz", type, [](T x, T, T) { return std::countl_zero(static_cast<U>(x)); });
  expectFunction<T>("ctz", type, [](T x, T, T) { return std::countr_zero(static_cast<U>(x)); });
  expectFunction<T>("popcount", type, [](T x, T, T) { return std::popcount(static_cast<U>(x)); });
  expectFunction<T>("rotate", type, [](T x, T y, T) {
    return std::rotl(static_cast<U>(x), static_cast<int>(static_cast<U>(y) % (8 * sizeof(T))));
  });
  expectFunction<T>("bitselect", type, [](T x, T y, T z) { return (x & ~z) | (y & z); });
}

#define INTEGER_TESTS(Name, type)                                                  \
  TEST(IntegerFunctions, Arithmetic##Name) { expectArithmetic<cl_##type>(#type); } \
  TEST(IntegerFunctions, Bits##Name) { expectBits<cl_##type>(#type); }
INTEGER_TESTS(Char, char)
INTEGER_TESTS(UnsignedChar, uchar)
INTEGER_TESTS(Short, short)
INTEGER_TESTS(UnsignedShort, ushort)
INTEGER_TESTS(Int, int)
INTEGER_TESTS(UnsignedInt, uint)
INTEGER_TESTS(Long, long)
INTEGER_TESTS(UnsignedLong, ulong)

/// Results are specified for operands of 24 bits only.
template <typename T>
void expectTwentyFourBits(const std::string& type) {
  constexpr bool kSigned = std::is_signed_v<T>;
  std::vector<T> x, y, z;
  std::mt19937 random(5);
  for (int i = 0; i < kCount; ++i) {
    x.push_back(static_cast<T>(random() & 0xffffff) - (kSigned ? 0x800000 : 0));
    y.push_back(static_cast<T>(random() & 0xffffff) - (kSigned ? 0x800000 : 0));
    z.push_back(static_cast<T>(random()));
  }
  Buffer<T> xBuffer(x), yBuffer(y), zBuffer(z), out(kSections * kCount);
  for (const bool add : {false, true}) {
    run("builtins/integer_functions", (add ? "mad24_" : "mul24_") + type, range1(kCount), xBuffer,
        yBuffer, zBuffer, out);
    const std::vector<T> got = out.read();
    for (int i = 0; i < kSections * kCount; ++i) {
      const auto product =
          static_cast<cl_uint>(x[i % kCount]) * static_cast<cl_uint>(y[i % kCount]);
      const cl_uint expected = product + (add ? static_cast<cl_uint>(z[i % kCount]) : 0);
      ASSERT_EQ(got[i], static_cast<T>(expected)) << (add ? "mad24" : "mul24") << ", element " << i;
    }
  }
}
TEST(IntegerFunctions, TwentyFourBits) {
  expectTwentyFourBits<cl_int>("int");
  expectTwentyFourBits<cl_uint>("uint");
}

template <typename Low, typename High, typename Result>
void expectUpsample(const std::string& type) {
  const std::vector<High> high = values<High>(1);
  const std::vector<Low> low = values<Low>(2);
  Buffer<High> highBuffer(high);
  Buffer<Low> lowBuffer(low);
  Buffer<Result> out(kSections * kCount);
  run("builtins/integer_functions", "upsample_" + type, range1(kCount), highBuffer, lowBuffer, out);
  const std::vector<Result> got = out.read();
  for (int i = 0; i < kSections * kCount; ++i) {
    const Wide expected = Wide{high[i % kCount]} * (Wide{1} << (8 * sizeof(Low))) + low[i % kCount];
    ASSERT_EQ(got[i], static_cast<Result>(expected)) << type << ", element " << i;
  }
}
TEST(IntegerFunctions, Upsample) {
  expectUpsample<cl_uchar, cl_char, cl_short>("char");
  expectUpsample<cl_uchar, cl_uchar, cl_ushort>("uchar");
  expectUpsample<cl_ushort, cl_short, cl_int>("short");
  expectUpsample<cl_ushort, cl_ushort, cl_uint>("ushort");
  expectUpsample<cl_uint, cl_int, cl_long>("int");
  expectUpsample<cl_uint, cl_uint, cl_ulong>("uint");
}

}  // namespace
}  // namespace kernels
