// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every half to every integer type, saturated: NaN is zero. With AVX512-FP16 a short of it was the
// least number.
#include "builtins/half_numbers.h"
#include "device.h"

#include <cmath>
#include <limits>

namespace kernels {
namespace {

template <class T>
T saturated(double x) {
  if (std::isnan(x)) return 0;
  if (x <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (x >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(x);
}

template <class T>
void convertAll(const std::string& type) {
  std::vector<cl_half> xs;
  for (size_t i = 0; i < kAllHalves; ++i) xs.push_back(static_cast<cl_half>(i));
  const Buffer<cl_half> x(xs);
  for (const char* width : {"", "8"}) {
    const Buffer<T> out(kAllHalves);
    run("builtins/half_to_integer", "to_" + type + width, range1(kAllHalves), x, out);
    const std::vector<T> got = out.read();
    for (size_t i = 0; i < kAllHalves; ++i) {
      const auto value = toDouble(xs[i]);
      ASSERT_EQ(+got[i], +saturated<T>(value)) << type << width << " of " << value;
    }
  }
}

TEST(HalfArithmeticToIntegers, SaturatedIntegersOfNanAreZero) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  convertAll<cl_char>("char");
  convertAll<cl_uchar>("uchar");
  convertAll<cl_short>("short");
  convertAll<cl_ushort>("ushort");
  convertAll<cl_int>("int");
  convertAll<cl_uint>("uint");
  convertAll<cl_long>("long");
  convertAll<cl_ulong>("ulong");
}

}  // namespace
}  // namespace kernels
