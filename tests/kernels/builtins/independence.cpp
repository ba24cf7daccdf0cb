// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions give the same bits whatever the kernel is built with, where the specification gives
// no licence, and whatever the thread that builds, enqueues and waits has told its processor to do
// with subnormal numbers.
#include "device.h"

#include <xmmintrin.h>

#include <cmath>
#include <cstdint>
#include <random>

namespace kernels {
namespace {

constexpr const char* kFunctions[] = {
#define UNARY(f) #f,
#define BINARY(f) #f,
#define WITH_INT(f) #f,
#define TERNARY(f) #f,
#include "independence.def"
#undef UNARY
#undef BINARY
#undef WITH_INT
#undef TERNARY
};
constexpr size_t kCount = 512;

// The formats as bits: half has no type on the host.
struct Half {
  using Bits = uint16_t;
  static constexpr const char* kKernel = "on_half";
  static constexpr int kFraction = 10, kBias = 15;
};
struct Single {
  using Bits = uint32_t;
  static constexpr const char* kKernel = "on_float";
  static constexpr int kFraction = 23, kBias = 127;
};
struct Double {
  using Bits = uint64_t;
  static constexpr const char* kKernel = "on_double";
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

/// Numbers near one, of every exponent, and subnormals; all finite.
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
BitsOf<Format> results(const std::string& options) {
  using Bits = typename Format::Bits;
  const Buffer<Bits> x(inputs<Format>(1)), y(inputs<Format>(2));
  std::vector<cl_int> integers;
  for (size_t i = 0; i < kCount; ++i) integers.push_back(static_cast<cl_int>(i % 41) - 20);
  const Buffer<cl_int> n(integers);
  const Buffer<Bits> out(kCount * std::size(kFunctions));
  KernelCall call("builtins/independence", Format::kKernel, options);
  call.add(x).add(y).add(n).add(out).run(range1(kCount));
  return out.read();
}

/// `onlyFinite`: an option may assume that neither infinities nor NaNs occur.
template <class Format>
void expectSame(const std::string& options, bool onlyFinite) {
  const auto expected = results<Format>(""), got = results<Format>(options);
  ASSERT_EQ(got.size(), expected.size());
  size_t compared = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    if (onlyFinite && !isFinite<Format>(expected[i])) continue;
    ++compared;
    ASSERT_EQ(got[i], expected[i]) << kFunctions[i / kCount] << ", " << Format::kKernel
                                   << ", argument " << i % kCount << ", options " << options;
  }
  EXPECT_GT(compared, got.size() / 2);
}

void expectSameForAll(const std::string& options) {
  if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSame<Half>(options, false);
  expectSame<Single>(options, false);
  expectSame<Double>(options, false);
}

TEST(Independence, mad_enable_changes_no_function) { expectSameForAll("-cl-mad-enable"); }
TEST(Independence, no_signed_zeros_changes_no_function) { expectSameForAll("-cl-no-signed-zeros"); }
TEST(Independence, denorms_are_zero_changes_no_function) {
  expectSameForAll("-cl-denorms-are-zero");
}
TEST(Independence, without_optimization_no_function_changes) {
  expectSameForAll("-cl-opt-disable");
}

// The licence of table 7 is for float only.
TEST(Independence, unsafe_math_changes_no_function_of_double_and_half) {
  for (const char* options : {"-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                              "-cl-fast-relaxed-math -cl-mad-enable"}) {
    if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSame<Half>(options, true);
    expectSame<Double>(options, true);
  }
}

/// The calling thread flushes subnormal results to zero and takes subnormal operands as zero.
class FlushToZero {
 public:
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
  ~FlushToZero() { _mm_setcsr(before_); }

 private:
  unsigned before_;
};

template <class Format>
void expectSameOnFlushingThread() {
  TestDevice::get().forgetPrograms();
  const auto expected = results<Format>("");
  TestDevice::get().forgetPrograms();
  const FlushToZero flushing;
  const auto got = results<Format>("");
  EXPECT_EQ(_mm_getcsr() & 0x8040u, 0x8040u) << "the thread's own setting was lost";
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected[i])
        << kFunctions[i / kCount] << ", " << Format::kKernel << ", argument " << i % kCount;
}

TEST(Independence, a_host_thread_that_flushes_subnormals_changes_no_function) {
  if (TestDevice::get().hasExtension("cl_khr_fp16")) expectSameOnFlushingThread<Half>();
  expectSameOnFlushingThread<Single>();
  expectSameOnFlushingThread<Double>();
}

}  // namespace
}  // namespace kernels
