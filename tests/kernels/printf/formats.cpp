// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf: kernels print to standard output, with the same text as C.

#include "device.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <unistd.h>

namespace kernels {
namespace {

template <typename... Arguments>
std::string printed(const char* kernel, const Range& range, const Arguments&... arguments) {
  TestDevice::get().program("printf/formats");  // a build log is not part of the output
  testing::internal::CaptureStdout();
  run("printf/formats", kernel, range, arguments...);
  return testing::internal::GetCapturedStdout();
}

TEST(Printf, Integers) {
  EXPECT_EQ(printed("integers", range1(1), -42, 3000000000u, cl_long{-5000000000}, cl_char{-3},
                    cl_short{-300}),
            "-42|-42|  -42|-42  |-0042|-42|-42|\n"
            "3000000000|26264057000|b2d05e00|B2D05E00|0xb2d05e00|026264057000|-042|\n"
            "-5000000000|18446744068709551616|fffffffed5fa0e00|-3|-300|\n");
}

TEST(Printf, Reals) {
  EXPECT_EQ(
      printed("reals", range1(1), 3.14159f, 0.1),
      "3.141590|3.14|     3.142|3.1       |+3.141590|3.141590e+00|3.142E+00|3.14159|3.14159|\n"
      "0.100000|0x1.999999999999ap-4|0X1.999999999999AP-4|0|0.|\n"
      "inf|-inf|nan|INF|\n");
}

TEST(Printf, CharactersAndText) {
  EXPECT_EQ(printed("others", range1(1), cl_char{'x'}),
            "x|text|     right|left      |cu|%|\nno argument\n0x1234|\n");
}

TEST(Printf, Vectors) {
  cl_long8 l;
  cl_short16 s;
  for (int i = 0; i < 8; ++i) l.s[i] = i - 4;
  for (int i = 0; i < 16; ++i) s.s[i] = static_cast<cl_short>(-i);
  EXPECT_EQ(printed("vectors", range1(1), cl_float4{{1, 2.5f, -3, 4}}, cl_int2{{-1, 255}},
                    cl_uchar3{{1, 128, 255, 0}}, l, s),
            "1.000000,2.500000,-3.000000,4.000000|1.0,2.5,-3.0,4.0|1.0   ,2.5   ,-3.0  ,4.0   |\n"
            "-1,255|0xffffffff,0xff|1,128,255|1,80,ff|\n"
            "-4,-3,-2,-1,0,1,2,3|"
            "0,-1,-2,-3,-4,-5,-6,-7,-8,-9,-10,-11,-12,-13,-14,-15|\n");
}

TEST(Printf, VectorsOfDouble) {
  EXPECT_EQ(printed("vectorsOfDouble", range1(1), cl_double2{{0.5, -1e10}}),
            "0.500000,-10000000000.000000|0.5,-1e+10|\n");
}

TEST(Printf, EachWorkItemPrintsOnce) {
  std::istringstream text(printed("perWorkItem", range1(300, 10)));
  std::vector<int> seen;
  for (std::string word, number; text >> word >> number;) {
    EXPECT_EQ(word, "item");
    seen.push_back(std::stoi(number));
  }
  std::ranges::sort(seen);
  ASSERT_EQ(seen.size(), 300u);
  for (int i = 0; i < 300; ++i) EXPECT_EQ(seen[i], i);
}

TEST(Printf, InABranch) { EXPECT_EQ(printed("inBranch", range1(16), 3), "below\nbelow\nbelow\n"); }

TEST(Printf, ReturnsZero) {
  Buffer<cl_int> out(1, 7);
  EXPECT_EQ(printed("returned", range1(1), out), "ok 5\n");
  EXPECT_EQ(out.read()[0], 0);
}

TEST(Printf, InAFunction) { EXPECT_EQ(printed("inFunction", range1(1)), "first=1\nsecond=2\n"); }

TEST(Printf, ManyCallsInOrder) {
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    char word[8];
    std::snprintf(word, sizeof word, "%04d ", i);
    expected += word;
  }
  EXPECT_EQ(printed("longLine", range1(1)), expected + "\n");
}

}  // namespace
}  // namespace kernels
