// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program's own functions with names of OpenCL's: every name of Clang's header, as an overload
// for a structure and for numbers, in OpenCL C and C++ for OpenCL. An own function gives what it
// gives on the host, and OpenCL's function beside it gives what it gives in a program without.
#include "tests/frontend/source_fixture.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <span>
#include <sstream>

namespace lanewise::test {
namespace {

/// A function of OpenCL with parameters of numbers, if it has such an overload.
struct Builtin {
  std::string name;
  std::string result;                   // empty: none is called
  std::vector<std::string> parameters;  // types
};

bool isNumber(const std::string& type) {
  const std::regex number("(u?(char|short|int|long)|float|double|half)(2|3|4|8|16)?");
  return std::regex_match(type, number);
}

std::vector<std::string> typesOf(const std::string& parameters) {
  std::vector<std::string> types;
  std::istringstream stream(parameters);
  for (std::string parameter; std::getline(stream, parameter, ',');) {
    std::istringstream words(parameter);
    std::string type, name, more;
    words >> type >> name >> more;
    const bool isOther = !more.empty() || name.starts_with('*') || type == "unsigned";
    types.push_back(isOther ? "other" : type);
  }
  return types;
}

/// Every name that the header declares, once.
std::vector<Builtin> builtins() {
  std::ifstream file(TEST_CLANG_HEADERS "/opencl-c.h");
  EXPECT_TRUE(file) << TEST_CLANG_HEADERS;
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::regex declaration(
      R"(\n([a-z0-9_ *]+?) ?__ovld([a-z_ ]*) ([a-z_][a-z0-9_]*)\(([^)]*)\))");
  std::map<std::string, Builtin> found;
  for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at) {
    Builtin& builtin = found[at->str(3)];
    builtin.name = at->str(3);
    const std::vector<std::string> types = typesOf(at->str(4));
    if (!builtin.result.empty() || types.empty() || !isNumber(at->str(1)) ||
        !std::ranges::all_of(types, isNumber))
      continue;
    builtin.result = at->str(1);
    builtin.parameters = types;
  }
  std::vector<Builtin> all;
  // Some of Intel's names are macros.
  for (auto& [name, builtin] : found)
    if (!name.starts_with("intel_")) all.push_back(std::move(builtin));
  return all;
}

/// Not of extensions that the device does not have.
bool canBeCalled(const Builtin& builtin) {
  return !builtin.result.empty() && !builtin.name.starts_with("amd_") &&
         !builtin.name.starts_with("arm_");
}

constexpr size_t kBytes = 128;  // of each result: a vector of 16 numbers of 64 bits
constexpr size_t kNames = 120;  // in a program

std::string callOf(const Builtin& builtin) {
  std::string call = builtin.name + "(";
  for (size_t i = 0; i < builtin.parameters.size(); ++i)
    call += (i ? ", (" : "(") + builtin.parameters[i] + ")(" + std::to_string(i + 2) + ")";
  return call + ")";
}

/// Own overloads: one for a structure, one for numbers.
std::string definitions(const std::string& name, int number, bool isCxx) {
  const std::string head = isCxx ? "int " : "__attribute__((overloadable)) int ";
  const std::string n = std::to_string(number);
  return head + name + "(struct Own own, int more) { return own.a * 3 + own.b * 5 + more + " + n +
         "; }\n" + head + name +
         "(int a, uint b, char c, ulong d, short e) { return a * 7 + (int)b * 11 + c * 13 + (int)d * "
         "17 + e + " +
         n + "; }\n";
}

/// What these give, by the same formulas.
int expectedOf(int number, bool ofStructure, int x) {
  if (ofStructure) return (x + 1) * 3 + (x + 2) * 5 + x + number;
  return x * 7 + (x + 1) * 11 + 3 * 13 + (x + 4) * 17 + (x + 5) + number;
}

struct OwnFunctionsTest : SourceProgramTest {
  /// The results of OpenCL's functions, kBytes each.
  std::vector<cl_uchar> results(cl_program program, size_t count) {
    return runOver<cl_uchar>(program, count * kBytes, "builtins");
  }

  static std::string callsOfBuiltins(std::span<const Builtin> all) {
    std::string text = "kernel void builtins(global uchar* out) {\n";
    for (size_t i = 0; i < all.size(); ++i)
      if (canBeCalled(all[i]))
        text += "  *(global " + all[i].result + "*)(out + " + std::to_string(i * kBytes) +
                ") = " + callOf(all[i]) + ";\n";
    return text + "}\n";
  }

  void check(std::span<const Builtin> all, const std::string& options, bool isCxx) {
    const std::string before = "struct Own { int a, b; };\n";
    std::string functions, kernel =
                               "kernel void own(global int* out) {\n  int x = out[0] + 40;\n"
                               "  struct Own own; own.a = x + 1; own.b = x + 2;\n";
    for (size_t i = 0; i < all.size(); ++i) {
      functions += definitions(all[i].name, int(i), isCxx);
      const std::string at = "  out[" + std::to_string(2 * i) + "] = ";
      kernel += at + all[i].name + "(own, x);\n  out[" + std::to_string(2 * i + 1) +
                "] = " + all[i].name +
                "(x, (uint)(x + 1), (char)3, (ulong)(x + 4), (short)(x + 5));\n";
    }
    kernel += "}\n";
    const std::string calls = callsOfBuiltins(all);
    Program alone = built(calls, options);
    Program own = built(before + functions + kernel, options);
    Program beside = built(before + functions + kernel + calls, options);
    ASSERT_FALSE(HasFailure());
    const std::vector<cl_uchar> wanted = results(alone, all.size());
    const std::vector<cl_uchar> got = results(beside, all.size());
    for (cl_program program : {cl_program(own), cl_program(beside)}) {
      const std::vector<cl_int> values = runOver(program, 2 * all.size(), "own");
      for (size_t i = 0; i < all.size(); ++i)
        for (const bool ofStructure : {true, false})
          EXPECT_EQ(values[2 * i + !ofStructure], expectedOf(int(i), ofStructure, 40))
              << "own " << all[i].name << (ofStructure ? " of a structure" : " of numbers");
    }
    for (size_t i = 0; i < all.size(); ++i)
      EXPECT_TRUE(std::equal(wanted.begin() + ptrdiff_t(i * kBytes),
                             wanted.begin() + ptrdiff_t((i + 1) * kBytes),
                             got.begin() + ptrdiff_t(i * kBytes)))
          << all[i].name << " of OpenCL beside an own one";
  }

  void checkAll(const std::string& options, bool isCxx) {
    const std::vector<Builtin> all = builtins();
    ASSERT_GT(all.size(), 1000u);
    ASSERT_GT(std::ranges::count_if(all, canBeCalled), 700);
    for (size_t i = 0; i < all.size() && !HasFailure(); i += kNames)
      check(std::span(all).subspan(i, std::min(kNames, all.size() - i)), options, isCxx);
  }
};

TEST_F(OwnFunctionsTest, EveryNameInOpenClC) { checkAll("-cl-std=CL3.0", false); }
TEST_F(OwnFunctionsTest, EveryNameInCxxForOpenCl) { checkAll("-cl-std=CLC++2021", true); }

// The declarations of all names were given up for that of one.
TEST_F(OwnFunctionsTest, OneThatClangRefusesBesideOpenClsHidesNoOther) {
  const Program program = built(
      "float __attribute__((overloadable)) mix(float a, int b, float c) { return a + b + c; }\n"
      "static float __attribute__((overloadable)) sin(float x) { return x * 2; }\n"
      "kernel void k(global int* out) {\n"
      "  float zero = out[0];\n"
      "  out[0] = (int)(1000 * mix(zero, 1.0f, 0.5f));\n"
      "  out[1] = (int)sin(zero + 4);\n"
      "}");
  EXPECT_EQ(runOver(program, 2), (std::vector<cl_int>{500, 8}));
}

// The call of OpenCL's function went to the own one of other types.
TEST_F(OwnFunctionsTest, OneWithTheParametersOfOpenClsHidesOnlyThat) {
  const Program program = built(
      "struct S;\n"
      "__attribute__((overloadable)) int clamp(uchar16 a, uchar b, uchar c) { return 77; }\n"
      "__attribute__((overloadable)) int clamp(struct S* a) { return 78; }\n"
      "kernel void k(global int* out) {\n"
      "  int zero = out[0];\n"
      "  out[0] = clamp((uchar16)(zero), (uchar)1, (uchar)2);\n"
      "  out[1] = clamp(zero + 1000, 3, 900);\n"
      "  out[2] = clamp((uchar4)(zero + 200), (uchar)3, (uchar)100).x;\n"
      "}");
  EXPECT_EQ(runOver(program, 3), (std::vector<cl_int>{77, 900, 100}));
}

}  // namespace
}  // namespace lanewise::test
