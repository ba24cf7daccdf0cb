// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf of kernels: every conversion compared with the C library's, vectors, invalid formats, and
// the order of the output.
#include "runtime/launch/printf.h"

#include <gtest/gtest.h>

#include <locale.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace lanewise {
namespace {

/// Values in the layout of kernel code.
class Values {
 public:
  template <class T>
  Values& add(T value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(&bytes_[at], &value, sizeof(T));
    return *this;
  }
  template <class T>
  Values& vector(const std::vector<T>& elements) {
    for (T element : elements) add(element);
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    return *this;
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

std::string printed(const char* format, const Values& values = {}) {
  std::string text;
  return formatPrintf(text, format, values.bytes()) == Printed::All ? text : "refused";
}

template <class... T>
std::string expected(const char* format, T... values) {
  char buffer[4096];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

/// Random flags, width and precision.
class RandomFormat {
 public:
  std::string operator()(const char* flags) {
    std::string format = "%";
    for (const char* flag = flags; *flag; ++flag)
      if (random_() % 3 == 0) format += *flag;
    if (random_() % 2) format += std::to_string(1 + random_() % 40);
    if (random_() % 2) format += ".";
    if (format.back() == '.' && random_() % 4) format += std::to_string(random_() % 30);
    return format;
  }
  uint64_t bits() {
    // Of any magnitude.
    const uint64_t value = random_() << 32 ^ random_();
    return value >> random_() % 64;
  }

 private:
  std::mt19937_64 random_{42};
};

TEST(Printf, IntegersByForce) {
  RandomFormat random;
  for (int i = 0; i < 5000; ++i) {
    const uint64_t bits = i % 7 ? random.bits() : ~random.bits();
    const auto value = static_cast<int64_t>(bits);
    const Values values = Values().add(bits);
    for (const char* type : {"d", "i"}) {
      const std::string format = random("-+ 0");
      EXPECT_EQ(printed((format + type).c_str(), values),
                expected((format + type).c_str(), static_cast<int>(value)));
      EXPECT_EQ(printed((format + "hh" + type).c_str(), values),
                expected((format + "hh" + type).c_str(), static_cast<int>(value)));
      EXPECT_EQ(printed((format + "h" + type).c_str(), values),
                expected((format + "h" + type).c_str(), static_cast<int>(value)));
      for (const char* length : {"l", "z", "t"})
        EXPECT_EQ(printed((format + length + type).c_str(), values),
                  expected((format + "l" + type).c_str(), value));
    }
    for (const char* type : {"u", "o", "x", "X"}) {
      const std::string format = random(*type == 'u' ? "-0" : "-#0");
      EXPECT_EQ(printed((format + type).c_str(), values),
                expected((format + type).c_str(), static_cast<unsigned>(bits)));
      EXPECT_EQ(printed((format + "hh" + type).c_str(), values),
                expected((format + "hh" + type).c_str(), static_cast<unsigned>(bits)));
      EXPECT_EQ(printed((format + "h" + type).c_str(), values),
                expected((format + "h" + type).c_str(), static_cast<unsigned>(bits)));
      EXPECT_EQ(printed((format + "l" + type).c_str(), values),
                expected((format + "l" + type).c_str(), bits));
    }
  }
}

TEST(Printf, FloatsByForce) {
  RandomFormat random;
  const double special[] = {0.0,   -0.0,   INFINITY, -INFINITY, NAN,
                            1e300, 1e-300, 5e-324,   1.5,       -123.456};
  for (int i = 0; i < 5000; ++i) {
    double value;
    const uint64_t bits = random.bits() << i % 13;
    std::memcpy(&value, &bits, 8);
    if (i % 5 == 0) value = special[i / 5 % 10];
    const Values values = Values().add(value);
    for (const char* type : {"f", "F", "e", "E", "g", "G", "a", "A"}) {
      const std::string format = random("-+ #0") + type;
      EXPECT_EQ(printed(format.c_str(), values), expected(format.c_str(), value)) << format;
      EXPECT_EQ(printed((format.substr(0, format.size() - 1) + "l" + type).c_str(), values),
                expected(format.c_str(), value));
    }
  }
}

TEST(Printf, CharactersStringsAndPointers) {
  RandomFormat random;
  const char* strings[] = {"", "a", "some text", "%d is no format here"};
  for (int i = 0; i < 2000; ++i) {
    const std::string format = random("-");
    const char* string = strings[i % 4];
    EXPECT_EQ(printed((format + "s").c_str(), Values().add(string)),
              expected((format + "s").c_str(), string));
    EXPECT_EQ(printed((format + "c").c_str(), Values().add<int64_t>('A' + i % 26)),
              expected((format + "c").c_str(), 'A' + i % 26));
  }
  const void* pointer = &strings;
  EXPECT_EQ(printed("<%p>", Values().add(pointer)), expected("<%p>", pointer));
  EXPECT_EQ(printed("%s", Values().add<const char*>(nullptr)), "(null)");
}

TEST(Printf, TextAndPercentSigns) {
  EXPECT_EQ(printed(""), "");
  EXPECT_EQ(printed("plain\n"), "plain\n");
  EXPECT_EQ(printed("100%%, %d%%", Values().add<int64_t>(7)), "100%, 7%");
}

TEST(Printf, SeveralValuesInOrder) {
  EXPECT_EQ(printed("%d %s %5.2f|%x\n",
                    Values().add<int64_t>(-1).add("two").add(3.14159).add<uint64_t>(255)),
            "-1 two  3.14|ff\n");
}

TEST(Printf, VectorsOfEveryLengthAndElement) {
  EXPECT_EQ(printed("%v4hlf", Values().vector<float>({1, 2.5, -3, 0})),
            "1.000000,2.500000,-3.000000,0.000000");
  EXPECT_EQ(printed("%v2f", Values().vector<float>({1, 2})), "1.000000,2.000000");
  EXPECT_EQ(printed("%5.1v3hlf|", Values().vector<float>({1, 22, 333})), "  1.0, 22.0,333.0|");
  EXPECT_EQ(printed("%v2lf", Values().vector<double>({1e10, -0.5})),
            "10000000000.000000,-0.500000");
  EXPECT_EQ(printed("%v4hf", Values().vector<uint16_t>({0x3c00, 0xc000, 0x7c00, 1})),
            "1.000000,-2.000000,inf,0.000000");
  EXPECT_EQ(printed("%v3hhd", Values().vector<int8_t>({-1, 127, -128})), "-1,127,-128");
  EXPECT_EQ(printed("%v4hhu", Values().vector<uint8_t>({1, 128, 255, 0})), "1,128,255,0");
  EXPECT_EQ(printed("%#v2hx", Values().vector<uint16_t>({1, 0xffff})), "0x1,0xffff");
  EXPECT_EQ(printed("%v2hld", Values().vector<int32_t>({-5, 6})), "-5,6");
  EXPECT_EQ(printed("%v2d", Values().vector<int32_t>({-5, 6})), "-5,6");
  EXPECT_EQ(printed("%v2ld", Values().vector<int64_t>({INT64_MIN, 6})), "-9223372036854775808,6");
  EXPECT_EQ(printed("%v16hhx", Values().vector<uint8_t>(
                                   {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})),
            "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f");
  EXPECT_EQ(
      printed("%v8hlu|%d", Values().vector<uint32_t>({1, 2, 3, 4, 5, 6, 7, 8}).add<int64_t>(9)),
      "1,2,3,4,5,6,7,8|9");
  EXPECT_EQ(printed("%v3hhd %d", Values().vector<int8_t>({1, 2, 3}).add<int64_t>(4)), "1,2,3 4");
}

TEST(Printf, HalvesOfEveryKind) {
  EXPECT_EQ(printed("%v2ha", Values().vector<uint16_t>({0x0001, 0x03ff})), "0x1p-24,0x1.ff8p-15");
  EXPECT_EQ(printed("%v2hg", Values().vector<uint16_t>({0x7bff, 0x8000})), "65504,-0");
  EXPECT_EQ(printed("%v2hf", Values().vector<uint16_t>({0xfc00, 0x7e00})), "-inf,nan");
}

TEST(Printf, RefusesWhatOpenClDoesNotHave) {
  const Values values = Values().add<int64_t>(1).add<int64_t>(2);
  for (const char* format : {"%",      "%n",   "%*d",           "%k",
                             "%v5d",   "%v4",  "%v4s",          "%v4c",
                             "%v4p",   "%hld", "%ls",           "%lc",
                             "%Lf",    "%jd",  "%v2hhf",        "%1$d",
                             "%-",     "%.",   "%99999999999d", "%.99999999999f",
                             "%70000d"})
    EXPECT_EQ(printed(format, values), "refused") << format;
}

TEST(Printf, RefusesMoreConversionsThanValues) {
  EXPECT_EQ(printed("%d"), "refused");
  EXPECT_EQ(printed("%d %d", Values().add<int64_t>(1)), "refused");
  EXPECT_EQ(printed("%v4ld", Values().add<int64_t>(1)), "refused");
}

TEST(Printf, RandomFormatsNeitherCrashNorReadTooFar) {
  std::mt19937 random(7);
  const char alphabet[] = "%%%%dixXofFeEgGaAcvh2348l16hlzt.*-+ #0 9nq$p";
  for (int i = 0; i < 200'000; ++i) {
    std::string format;
    for (unsigned k = random() % 12; k > 0; --k)
      format += alphabet[random() % (sizeof alphabet - 1)];
    Values values;
    for (unsigned k = random() % 4; k > 0; --k) values.add<uint64_t>(random());
    // Exactly as long as the values, so that a sanitizer detects a read beyond them.
    const std::vector<std::byte> exact(values.bytes().begin(), values.bytes().end());
    std::string text;
    (void)formatPrintf(text, format.c_str(), exact);
  }
}

TEST(Printf, UsesADecimalPointInEveryLocale) {
  const locale_t comma = newlocale(LC_ALL_MASK, "de_DE.UTF-8", nullptr);
  if (!comma) GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed";
  const locale_t before = uselocale(comma);
  EXPECT_EQ(printed("%.1f", Values().add(1.5)), "1.5");
  EXPECT_EQ(uselocale(before), comma);
  freelocale(comma);
}

TEST(PrintfOutput, WritesInTheOrderOfTheCalls) {
  const PrintfReceiver standardOutput;
  PrintfOutput output(standardOutput);
  testing::internal::CaptureStdout();
  EXPECT_EQ(output.print("%d,", Values().add<int64_t>(1).bytes()), Printed::All);
  EXPECT_EQ(output.print("%d\n", Values().add<int64_t>(2).bytes()), Printed::All);
  EXPECT_EQ(output.print("%q", {}), Printed::Not);
  output.end();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "1,2\n");
}

}  // namespace
}  // namespace lanewise
