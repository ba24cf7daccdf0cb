// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of other types are rounded to half once: halves, the midpoints between them and their
// neighbours. Every half is the same number in float and double.
#include "builtins/half_numbers.h"
#include "device.h"

#include <limits>
#include <random>

namespace kernels {
namespace {

// Halves, midpoints and the numbers of the type next to those, of both signs.
template <class T>
std::vector<T> floatingNumbers() {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  std::vector<T> all = {kInfinity, std::numeric_limits<T>::quiet_NaN(),
                        std::numeric_limits<T>::max(), std::numeric_limits<T>::min(),
                        std::numeric_limits<T>::denorm_min()};
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    const double number = toDouble(static_cast<cl_half>(bits));
    const double next = bits == 0x7bff ? 65536 : toDouble(static_cast<cl_half>(bits + 1));
    const auto middle = static_cast<T>((number + next) / 2);
    all.insert(all.end(), {static_cast<T>(number), middle, std::nextafter(middle, T{0}),
                           std::nextafter(middle, kInfinity)});
  }
  const size_t count = all.size();
  for (size_t i = 0; i < count; ++i) all.push_back(-all[i]);
  return all;
}

template <class T>
std::vector<T> integers() {
  std::vector<T> all;
  for (int64_t number = -70000; number < 70000; ++number)
    if (std::is_signed_v<T> || number >= 0) all.push_back(static_cast<T>(number));
  std::mt19937_64 random(1);
  for (size_t i = 0; i < kAllHalves; ++i) {
    const uint64_t number = random();
    all.push_back(static_cast<T>(number >> (number & 63)));
  }
  return all;
}

template <class T>
void convertAll(const std::string& type, std::vector<T> numbers) {
  while (numbers.size() % 4) numbers.push_back(T{});
  const Buffer<T> x(numbers);
  for (const char* width : {"", "4"}) {
    const Buffer<cl_half> out(numbers.size());
    run("builtins/half_from_numbers", "from_" + type + width, range1(numbers.size()), x, out);
    const std::vector<cl_half> got = out.read();
    for (size_t i = 0; i < numbers.size(); ++i) {
      const cl_half expected = rounded(static_cast<long double>(numbers[i]));
      ASSERT_TRUE(same(got[i], expected)) << type << width << ' ' << +numbers[i] << " is "
                                          << toDouble(got[i]) << ", not " << toDouble(expected);
    }
  }
}

template <class T>
void convertBack(const std::string& type, const std::string& options) {
  std::vector<cl_half> halves;
  for (size_t i = 0; i < kAllHalves; ++i) halves.push_back(static_cast<cl_half>(i));
  const Buffer<cl_half> x(halves);
  for (const char* width : {"", "4"}) {
    const Buffer<T> out(kAllHalves);
    KernelCall("builtins/half_from_numbers", "to_" + type + width, options)
        .add(x)
        .add(out)
        .run(range1(kAllHalves));
    const std::vector<T> got = out.read();
    for (size_t i = 0; i < kAllHalves; ++i) {
      const double number = toDouble(halves[i]);
      ASSERT_TRUE(std::isnan(number) ? std::isnan(got[i])
                                     : got[i] == static_cast<T>(number) &&
                                           std::signbit(got[i]) == std::signbit(number))
          << type << width << " of " << number << " is " << got[i] << ' ' << options;
    }
  }
}

TEST(HalfArithmeticFromNumbers, IsRoundedOnce) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  convertAll("float", floatingNumbers<cl_float>());
  convertAll("double", floatingNumbers<cl_double>());
  convertAll("short", integers<cl_short>());
  convertAll("ushort", integers<cl_ushort>());
  convertAll("int", integers<cl_int>());
  convertAll("uint", integers<cl_uint>());
  convertAll("long", integers<cl_long>());
  convertAll("ulong", integers<cl_ulong>());
}

TEST(HalfArithmeticFromNumbers, EveryHalfKeepsItsValue) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  convertBack<cl_float>("float", "");
  convertBack<cl_double>("double", "");
}

// Subnormal halves are no subnormal floats. A function of the lowest level, which converts single
// numbers, flushed them, and vectors did not.
TEST(HalfArithmeticFromNumbers, SubnormalHalvesAreNotFlushed) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  convertBack<cl_float>("float", "-cl-denorms-are-zero");
  convertBack<cl_double>("double", "-cl-denorms-are-zero");
}

}  // namespace
}  // namespace kernels
