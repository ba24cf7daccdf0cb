// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions return the same bits for all build options, except where the specification permits
// a difference, and for all subnormal modes of the threads that build, enqueue and wait.
#include "device.h"

#include <fenv.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string_view>

#include "builtins/functions.h"
#include "runtime/workers/fp_environment.h"

namespace kernels {
namespace {

// A function with two results appears twice, like its blocks.
constexpr const char* kFunctions[] = {
#define UNARY(f) #f,
#define BINARY(f) #f,
#define WITH_INT(f) #f,
#define TERNARY(f) #f,
#define TO_INT(f) #f,
#define WITH_POINTER(f) #f, #f,
#define INT_POINTER(f) #f, #f,
#define BINARY_INT_POINTER(f) #f, #f,
#define UNARY_FLOAT(f) #f,
#define BINARY_FLOAT(f) #f,
#include "independence.def"
#undef UNARY
#undef BINARY
#undef WITH_INT
#undef TERNARY
#undef TO_INT
#undef WITH_POINTER
#undef INT_POINTER
#undef BINARY_INT_POINTER
#undef UNARY_FLOAT
#undef BINARY_FLOAT
};
constexpr size_t kCount = 512;

// Bit patterns, because the host may have no half type.
struct Half {
  using Bits = uint16_t;
  static constexpr const char* kType = "half";
  static constexpr int kFraction = 10, kBias = 15;
};
struct Single {
  using Bits = uint32_t;
  static constexpr const char* kType = "float";
  static constexpr int kFraction = 23, kBias = 127;
};
struct Double {
  using Bits = uint64_t;
  static constexpr const char* kType = "double";
  static constexpr int kFraction = 52, kBias = 1023;
};

template <class Format>
using BitsOf = std::vector<typename Format::Bits>;

template <class Format>
constexpr typename Format::Bits kInfinity = static_cast<typename Format::Bits>(
    static_cast<uint64_t>(2 * Format::kBias + 1) << Format::kFraction);

template <class Format>
bool isFinite(typename Format::Bits bits) {
  return (bits & kInfinity<Format>) != kInfinity<Format>;
}

/// Numbers near one, numbers of every exponent, and subnormals; all finite.
template <class Format>
BitsOf<Format> inputs(unsigned seed) {
  std::mt19937_64 random(seed);
  BitsOf<Format> all;
  while (all.size() < kCount) {
    uint64_t bits = random();
    const uint64_t fraction = bits & ((uint64_t{1} << Format::kFraction) - 1);
    const uint64_t near = static_cast<uint64_t>(Format::kBias - 4) + bits % 7;
    if (all.size() % 3)
      bits = fraction | near << Format::kFraction |
             (random() & 1) << (8 * sizeof(typename Format::Bits) - 1);
    if (all.size() % 16 == 5) bits = fraction;
    const auto kept = static_cast<typename Format::Bits>(bits);
    if (isFinite<Format>(kept)) all.push_back(kept);
  }
  return all;
}

template <class Format>
BitsOf<Format> resultsOf(const BitsOf<Format>& first, const BitsOf<Format>& second,
                         const std::string& options, const std::string& form = "on_") {
  using Bits = typename Format::Bits;
  const Buffer<Bits> x(first), y(second);
  std::vector<cl_int> integers;
  for (size_t i = 0; i < kCount; ++i) integers.push_back(static_cast<cl_int>(i % 41) - 20);
  const Buffer<cl_int> n(integers);
  const Buffer<Bits> out(kCount * std::size(kFunctions));
  const auto one = static_cast<Bits>(static_cast<uint64_t>(Format::kBias) << Format::kFraction);
  const auto zero = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  KernelCall call("builtins/independence", form + Format::kType, options);
  call.add(x).add(y).add(n).add(one).add(zero).add(out).run(range1(kCount));
  return out.read();
}

template <class Format>
BitsOf<Format> results(const std::string& options, const std::string& form = "on_") {
  return resultsOf<Format>(inputs<Format>(1), inputs<Format>(2), options, form);
}

/// `onlyFinite`: an option may assume that neither infinities nor NaNs occur. `except`: functions
/// that the option may change.
template <class Format>
void expectSame(
    const std::string& options, bool onlyFinite,
    bool (*except)(std::string_view) = [](std::string_view) { return false; }) {
  const auto expected = results<Format>(""), got = results<Format>(options);
  ASSERT_EQ(got.size(), expected.size());
  size_t compared = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    if (onlyFinite && !isFinite<Format>(expected[i])) continue;
    if (except(kFunctions[i / kCount])) continue;
    ++compared;
    ASSERT_EQ(got[i], expected[i]) << kFunctions[i / kCount] << ", " << Format::kType
                                   << ", argument " << i % kCount << ", options " << options;
  }
  EXPECT_GT(compared, got.size() / 2);
}

/// Contraction of the code around the functions.
template <class Format>
void expectSameUncontracted(const std::string& options) {
  const auto expected = results<Format>("", "uncontracted_"), got = results<Format>(options);
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected[i])
        << kFunctions[i / kCount] << ", " << Format::kType << ", argument " << i % kCount;
}

void expectSameForAll(const std::string& options) {
  if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSame<Half>(options, false);
  expectSame<Single>(options, false);
  expectSame<Double>(options, false);
}

TEST(Independence, MadEnableChangesNoFunction) { expectSameForAll("-cl-mad-enable"); }
TEST(Independence, NoSignedZerosChangesNoFunction) { expectSameForAll("-cl-no-signed-zeros"); }
TEST(Independence, WithoutOptimizationNoFunctionChanges) { expectSameForAll("-cl-opt-disable"); }

TEST(Independence, ContractionAroundAFunctionDoesNotChangeIt) {
  for (const char* options : {"", "-cl-mad-enable"}) {
    if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSameUncontracted<Half>(options);
    expectSameUncontracted<Single>(options);
    expectSameUncontracted<Double>(options);
  }
}

template <class Format>
constexpr typename Format::Bits kSign = static_cast<typename Format::Bits>(
    typename Format::Bits{1} << (8 * sizeof(typename Format::Bits) - 1));

template <class Format>
bool isSubnormal(typename Format::Bits bits) {
  return (bits & kInfinity<Format>) == 0 && (bits & ~kSign<Format>) != 0;
}

/// The numbers with zeros in place of subnormals: of their sign, or of the other one.
template <class Format>
BitsOf<Format> flushed(BitsOf<Format> numbers, bool negated) {
  for (auto& bits : numbers)
    if (isSubnormal<Format>(bits))
      bits = (bits ^ (negated ? kSign<Format> : typename Format::Bits{0})) & kSign<Format>;
  return numbers;
}

/// Near the least numbers a part of the product with pi or 1/pi or the rest of a quotient is
/// flushed, and the result may differ by one unit in the last place. The limits are 4 to 6 ulp, or
/// there is none.
bool mayDifferByOne(std::string_view function) {
  return function == "sinpi" || function == "tanpi" || function == "asinpi" ||
         function == "atanpi" || function == "native_divide";
}

/// The results that the specification permits where subnormals are flushed: those for the operands
/// or for some of them as zeros; where such a result is subnormal, zero, too. The sign of a zero
/// that was flushed is undefined.
template <class Format>
class FlushedResults {
 public:
  FlushedResults() {
    const BitsOf<Format> x = inputs<Format>(1), y = inputs<Format>(2);
    const BitsOf<Format> ofX[] = {x, flushed<Format>(x, false), flushed<Format>(x, true)};
    const BitsOf<Format> ofY[] = {y, flushed<Format>(y, false), flushed<Format>(y, true)};
    for (const BitsOf<Format>& first : ofX)
      for (const BitsOf<Format>& second : ofY)
        permitted_.push_back(resultsOf<Format>(first, second, ""));
  }
  bool permits(size_t i, typename Format::Bits got) const {
    const bool isZero = (got & ~kSign<Format>) == 0;
    return std::ranges::any_of(permitted_, [&](const BitsOf<Format>& results) {
      const bool mayBeZero = isSubnormal<Format>(results[i]) || (results[i] & ~kSign<Format>) == 0;
      const auto distance = std::max(got, results[i]) - std::min(got, results[i]);
      return distance <= (mayDifferByOne(kFunctions[i / kCount]) ? 1u : 0u) ||
             (isZero && mayBeZero);
    });
  }
  typename Format::Bits plain(size_t i) const { return permitted_.front()[i]; }

 private:
  std::vector<BitsOf<Format>> permitted_;
};

template <class Format>
void expectFlushedResults(
    const std::string& options, bool onlyFinite,
    bool (*except)(std::string_view) = [](std::string_view) { return false; }) {
  const FlushedResults<Format> expected;
  const auto got = results<Format>(options);
  size_t compared = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    if (onlyFinite && !isFinite<Format>(expected.plain(i))) continue;
    if (except(kFunctions[i / kCount])) continue;
    ++compared;
    EXPECT_TRUE(expected.permits(i, got[i]))
        << kFunctions[i / kCount] << ", " << Format::kType << ", argument " << i % kCount
        << ", options " << options << ": " << std::hex << uint64_t{got[i]} << " instead of "
        << uint64_t{expected.plain(i)} << " of " << uint64_t{inputs<Format>(1)[i % kCount]}
        << " and " << uint64_t{inputs<Format>(2)[i % kCount]};
  }
  EXPECT_GT(compared, got.size() / 2);
}

TEST(Independence, DenormsAreZeroFlushesAndChangesNothingElse) {
  if (TestDevice::get().hasExtension("cl_khr_fp16"))
    expectSame<Half>("-cl-denorms-are-zero", false);
  expectFlushedResults<Single>("-cl-denorms-are-zero", false);
  expectFlushedResults<Double>("-cl-denorms-are-zero", false);
}

// Table 7 permits relaxation for float only. Unsafe math includes -cl-denorms-are-zero.
constexpr const char* kUnsafeOptions[] = {"-cl-unsafe-math-optimizations",
                                          "-cl-fast-relaxed-math -cl-mad-enable"};

TEST(Independence, UnsafeMathChangesNoFunctionOfDoubleAndHalf) {
  for (const char* options : kUnsafeOptions) {
    if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSame<Half>(options, true);
    expectFlushedResults<Double>(options, true);
  }
  if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSame<Half>("-cl-finite-math-only", true);
  expectSame<Double>("-cl-finite-math-only", true);
}

/// True if unsafe math uses another function or instruction for this one in float.
bool mayBeRelaxed(std::string_view function) {
  const auto serves = [function](const lanewise::builtins::Relaxed& row) {
    return row.name == function;
  };
  return std::ranges::any_of(lanewise::builtins::kRelaxed, serves);
}
TEST(Independence, UnsafeMathChangesNoFunctionOfFloatThatHasNoRelaxedForm) {
  for (const char* options : kUnsafeOptions)
    expectFlushedResults<Single>(options, true, mayBeRelaxed);
  expectSame<Single>("-cl-finite-math-only", true, mayBeRelaxed);
}

TEST(Independence, EveryFunctionThatIsMappedElementByElementHasARow) {
  const std::set<std::string_view> rows(std::begin(kFunctions), std::end(kFunctions));
  // Contraction in mad and mix is implementation-defined, nan takes bits, and the bounds of clamp
  // must be ordered.
  const std::set<std::string_view> without = {"mad", "mix", "nan", "fclamp"};
  size_t found = 0;
  for (const auto& row : lanewise::builtins::kFunctions) {
    if (row.arguments == lanewise::builtins::Arguments::None ||
        row.opcode == lanewise::builtins::kNoOpcode)
      continue;
    const std::string_view name = row.name == "fmax_common"   ? "max"
                                  : row.name == "fmin_common" ? "min"
                                                              : row.name;
    if (!without.contains(name)) EXPECT_TRUE(rows.contains(name)) << name;
    ++found;
  }
  EXPECT_GT(found, 100u);
}

/// The calling thread flushes subnormal results to zero and takes subnormal operands as zero.
class FlushToZero {
 public:
  FlushToZero() : before_(lanewise::FpControl::read()) {
    lanewise::FpControl::write(before_ | lanewise::FpControl::kFlushing);
  }
  ~FlushToZero() { lanewise::FpControl::write(before_); }

 private:
  lanewise::FpControl::Value before_;
};

template <class Format>
void expectSameOnFlushingThread() {
  TestDevice::get().forgetPrograms();
  const auto expected = results<Format>("");
  TestDevice::get().forgetPrograms();
  const FlushToZero flushing;
  const auto got = results<Format>("");
  EXPECT_EQ(lanewise::FpControl::read() & lanewise::FpControl::kFlushing,
            lanewise::FpControl::kFlushing)
      << "the thread's own setting was lost";
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected[i])
        << kFunctions[i / kCount] << ", " << Format::kType << ", argument " << i % kCount;
}

TEST(Independence, AHostThreadThatFlushesSubnormalsChangesNoFunction) {
  if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSameOnFlushingThread<Half>();
  expectSameOnFlushingThread<Single>();
  expectSameOnFlushingThread<Double>();
}

// Section 6.5 of the environment specification: no exception becomes a trap, whatever the thread
// that runs the kernel has enabled.
TEST(Independence, AHostThreadThatTrapsGetsNoSignal) {
  const Buffer<float> in({0.0F, -1.0F, 3e38F, 1.0F}), out(4, 7.0F);
  const cl_program program = TestDevice::get().sourceProgram(
      "kernel void k(global const float* in, global float* out) {\n"
      "  out[0] = in[3] / in[0]; out[1] = sqrt(in[1]); out[2] = in[2] * in[2]; out[3] = in[0] / in[0];\n"
      "}\n",
      "");
  constexpr int kTraps = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;
  feclearexcept(FE_ALL_EXCEPT);  // flags of before become traps, too
  if (feenableexcept(kTraps) == -1) GTEST_SKIP() << "the processor has no traps";
  KernelCall(program, "k", "k").add(in).add(out).run(range1(1));
  const int traps = fegetexcept();
  fedisableexcept(kTraps);
  EXPECT_EQ(traps, kTraps);
  const std::vector<float> found = out.read();
  EXPECT_TRUE(std::isinf(found[0]));
  EXPECT_TRUE(std::isnan(found[1]));
  EXPECT_TRUE(std::isinf(found[2]));
  EXPECT_TRUE(std::isnan(found[3]));
}

}  // namespace
}  // namespace kernels
