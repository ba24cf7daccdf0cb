// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations that trap on the processor or that C leaves undefined: from source, with every
// optimization level, with constant and unknown operands. The code has no unnecessary instructions
// for constant operands.
#include "tests/frontend/source_fixture.h"

#include <cstdio>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace lanewise::test {
namespace {

constexpr const char* kTypes[] = {"char", "uchar", "short", "ushort",
                                  "int",  "uint",  "long",  "ulong"};
constexpr const char* kWidths[] = {"", "2", "3", "4", "8", "16"};

struct IntegersTest : SourceProgramTest, testing::WithParamInterface<const char*> {};

// One kernel per type and width executes every operation that could trap. The test passes if it
// ends and counts no wrong results.
std::string kernelFor(const std::string& type, const std::string& width) {
  const std::string vector = type + width, bits = "(int)sizeof(" + type + ") * 8";
  const bool isSigned = type[0] != 'u';
  const std::string low =
      isSigned ? "(" + type + ")((" + type + ")1 << (" + bits + " - 1))" : "(" + type + ")0";
  const auto each = [&](const std::string& condition) {
    return width.empty() ? "if (" + condition + ") out[1]++;\n"
                         : "if (any(" + condition + ")) out[1]++;\n";
  };
  std::string text = "kernel void k(global int* out) {\n  " + type + " zero = out[0];\n" + vector +
                     " none = zero, one = none + (" + type + ")1, low = none + " + low +
                     ", minus = none - one, seven = none + (" + type + ")7;\n";
  text += vector + " sum = none;\n";
  // Unknown divisors.
  for (const char* operation :
       {"one / none", "one % none", "low / minus", "low % minus", "none / none", "low / none"})
    text += std::string("sum ^= ") + operation + ";\n";
  text += each("seven / one != seven") + each("seven % one != none");
  text += each("(seven * seven + one) / seven != seven || (seven * seven + one) % seven != one");
  // Shift amounts are modulo the width.
  // A scalar is promoted to int first.
  const std::string count = width.empty() ? "max(" + bits + ", 32)" : bits;
  text += vector + " much = none + (" + type + ")(" + count + " + 3);\n";
  text += each("one << much != one << (none + (" + type + ")3)");
  text += each("seven >> much != seven >> (none + (" + type + ")3)");
  text += "sum ^= one << minus; sum ^= low >> minus;\n";
  // Constant divisors and shift amounts.
  text += "sum ^= seven / (" + type + ")0; sum ^= seven % (" + type + ")0;\n";
  text += "sum ^= low / (" + type + ")-1; sum ^= low % (" + type + ")-1;\n";
  text += each("seven << (" + type + ")(" + count + ") != seven");
  text += each("seven / (" + type + ")7 != one");
  // Compound assignments.
  text += vector +
          " changed = low; changed /= minus; changed %= none; changed <<= much; sum ^= changed;\n";
  return text + "out[2] = " + (width.empty() ? "sum" : "sum.s0") + ";\n}\n";
}

TEST_P(IntegersTest, GiveAValueAndNeverTrap) {
  for (const char* type : kTypes)
    for (const char* width : kWidths) {
      const std::string source = kernelFor(type, width);
      EXPECT_EQ(runOver(built(source, std::string("-w ") + GetParam()), 3)[1], 0)
          << type << width << "\n"
          << source;
    }
}
INSTANTIATE_TEST_SUITE_P(Optimized, IntegersTest, testing::Values(""));
INSTANTIATE_TEST_SUITE_P(NotOptimized, IntegersTest, testing::Values("-cl-opt-disable"));

struct BitFieldsTest : SourceProgramTest, testing::WithParamInterface<const char*> {};

// The kernel compares with 64-bit shifts and masks, and counts differences.
TEST_P(BitFieldsTest, OfEveryPlaceAndWidth) {
  const std::string source = R"(
      kernel void k(global int* out) {
        const uint bits = 8 * sizeof(T);
        const U x = (U)(0x9e3779b97f4a7c15ul + out[0]), y = (U)(0x1b1b1b1b1b1b1b1bul + out[0]);
        U reversed = 0;
        for (uint at = 0; at < bits; ++at) {
          if (x >> at & 1) reversed |= (U)((U)1 << (bits - 1 - at));
          for (uint count = 0; at + count <= bits; ++count) {
            const ulong mask = count == 64 ? ~0ul : (1ul << count) - 1;
            const ulong field = (ulong)x >> at & mask;
            const bool negative = count && field >> (count - 1) & 1;
            *out += bitfield_extract_unsigned(x, at, count) != (U)field;
            *out += bitfield_extract_signed(x, at, count) != (T)(negative ? field | ~mask : field);
            *out += bitfield_insert(x, y, at, count) != (U)((x & ~(mask << at)) | (y & mask) << at);
          }
        }
        *out += bit_reverse(x) != reversed;
      })";
  for (const std::string options : {"", "-cl-opt-disable"}) {
    const std::string type = GetParam();
    EXPECT_EQ(run(built(source, "-DT=" + type + " -DU=u" + type + " " + options)), 0) << options;
  }
}
INSTANTIATE_TEST_SUITE_P(Types, BitFieldsTest, testing::Values("char", "short", "int", "long"));

/// Instructions of the object of a kernel `k` of the source, by mnemonic.
size_t count(const std::string& assembly, const std::string& mnemonic) {
  size_t found = 0;
  for (size_t at = 0; (at = assembly.find("\t" + mnemonic, at)) != std::string::npos; ++at) ++found;
  return found;
}

struct KnownOperandsTest : testing::Test {
  /// The assembly of the compiled source.
  std::string assembly(const std::string& source) {
    const std::string base = testing::TempDir() + "integers-" + std::to_string(getpid());
    std::ofstream(base + ".cl") << source;
    const std::string command = std::string(TEST_LANEWISE_CC) +
                                " --level=x86-64-v3 --lanes=1 -S -o " + base + ".s " + base + ".cl";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream file(base + ".s");
    std::string text(std::istreambuf_iterator<char>(file), {});
    std::remove((base + ".s").c_str());
    std::remove((base + ".cl").c_str());
    return text;
  }
  struct Counts {
    ptrdiff_t divisions, selections, masks;
    bool operator==(const Counts&) const = default;
  };
  static Counts countsOf(const std::string& text) {
    const auto all = [&](std::initializer_list<const char*> mnemonics) {
      ptrdiff_t sum = 0;
      for (const char* mnemonic : mnemonics) sum += ptrdiff_t(count(text, mnemonic));
      return sum;
    };
    return {all({"idiv", "div"}), all({"cmov", "set", "cmp", "test"}), all({"and"})};
  }
  /// The instructions that the statement needs in addition to those of a sum in its place.
  Counts costs(const std::string& statement) {
    const auto counted = [&](const std::string& body) {
      return countsOf(
          assembly("kernel void k(global uint* a, global int* s) { size_t i = "
                   "get_global_id(0); " +
                   body + "; }"));
    };
    const Counts base = counted(statement[0] == 's' ? "s[i] += s[i + 1]" : "a[i] += a[i + 1]");
    const Counts with = counted(statement);
    return {with.divisions - base.divisions, with.selections - base.selections,
            with.masks - base.masks};
  }
};

TEST_F(KnownOperandsTest, ConstantDivisorsNeedNoDivision) {
  for (const char* statement : {"a[i] = a[i] / 7 + a[i + 1]", "s[i] = s[i] / 7 + s[i + 1] % 16"})
    EXPECT_EQ(costs(statement).divisions, 0) << statement;
}

// The guards against 0 and overflow are removed if the operands exclude both.
TEST_F(KnownOperandsTest, DivisorsThatCannotBeZeroNeedNoGuard) {
  for (const char* statement :
       {"a[i] = a[i] / (a[i + 1] | 1)", "a[i] = a[i] % ((a[i + 1] & 255) + 1)",
        "s[i] = s[i] / ((s[i + 1] & 255) + 1)", "s[i] = (s[i] & 255) / (s[i + 1] | 1)"}) {
    const Counts known = costs(statement);
    EXPECT_GT(known.divisions, 0) << statement;  // one for each copy of the loop
    EXPECT_EQ(known.selections, 0) << statement;
  }
  EXPECT_GT(costs("a[i] = a[i] / a[i + 1]").selections, 0);
  EXPECT_GT(costs("s[i] = s[i] / s[i + 1]").selections, 0);
}

TEST_F(KnownOperandsTest, ShiftsNeedNoMask) {
  // The processor's shifts are modulo the width.
  for (const char* statement : {"a[i] = a[i] << a[i + 1]", "a[i] = a[i] << (a[i + 1] & 31)",
                                "s[i] = s[i] >> 5", "s[i] = s[i] >> (s[i + 1] % 32u)"})
    EXPECT_EQ(costs(statement).masks, 0) << statement;
}

// The numbers of a vector of work-items follow from its first one, for which this one wraps.
TEST_F(SourceProgramTest, NumbersThatWrapInWorkItemsWhichDoNotComputeThem) {
  const auto results = [&](const std::string& statement) {
    return runOver<cl_long>(built("kernel void k(global long* out) {\n"
                                  "  int x = get_global_id(0), zero = out[15], first = zero + 4;\n"
                                  "  int from = zero - 2147483647 + 3, eight = zero + 8;\n"
                                  "  if (x >= first) { " +
                                  statement + " }\n}\n"),
                            16, "k", 8);
  };
  std::vector<cl_long> sums(16), isLess(16), sumsThatFit(16);
  for (cl_long x = 4; x < 8; ++x) {
    sums[x] = x - 8 - 2147483647 + 3;
    isLess[x] = x < 7;
    sumsThatFit[x] = sums[x] + 8;
  }
  EXPECT_EQ(results("out[x] = x - 8 + from;"), sums);
  EXPECT_EQ(results("if ((long)(x - 8 + from) < -2147483645) out[x] = 1;"), isLess);
  // What wraps on the way to a number that fits is no harm.
  std::string manyTerms = "out[x] = x - 8 + from + eight";
  for (int i = 0; i < 20; ++i) manyTerms += " + zero * " + std::to_string(i + 2);
  EXPECT_EQ(results(manyTerms + ";"), sumsThatFit);
  EXPECT_EQ(results("out[x] = (zero ? x - 8 + from + eight : x - 8 + from) + eight;"), sumsThatFit);
}

}  // namespace
}  // namespace lanewise::test
