// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wide forms that kernels call give what the scalar form gives, to the bit: the loops of
// bench/math/loops.cpp over both. A program per level of CPUs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "bench/math/loops.h"
#include "builtins/opencl_std.h"
#include "tests/builtins/stratified.h"

namespace lanewise::testing {
namespace {

using bench::Arguments;
using bench::Family;
using bench::kCount;
using bench::kFamilies;
using bench::Loop;
using bench::Measured;

constexpr int kBlocks = 96;  // of kCount samples, after the special values

#ifdef WIDE_FORMS_NEED_AVX512
bool levelIsHere() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
constexpr const char* kLevel = "x86-64-v4";
#else
bool levelIsHere() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c");
}
constexpr const char* kLevel = "x86-64-v3";
#endif

template <class T>
struct Block {
  alignas(64) T x[kCount], y[kCount], z[kCount];
  alignas(64) int n[kCount];
};
template <class T>
struct Results {
  alignas(64) T result[kCount];
  alignas(64) unsigned char other[kCount * 8];
};

// A NaN is as good as any other.
template <class T>
bool same(T a, T b) {
  using Bits = typename Format<T>::Bits;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b) || (a != a && b != b);
}

template <class T>
class Forms {
 public:
  explicit Forms(const Measured& m)
      : m_(m), sampled_(m.name, symbol().c_str(), signature(), 1 << 20, 0) {}

  void compare() {
    const auto special = specialValues<T>();
    const auto count = static_cast<long>(special.size());
    const bool pairs = signature() != Signature::X;
    const long all = pairs ? count * count : count;
    for (long first = 0; first < all; first += kCount) {
      for (long i = 0; i < kCount; ++i) {
        const long k = (first + i) % all;
        set(i, {special[static_cast<std::size_t>(k % count)],
                special[static_cast<std::size_t>(k / count % count)],
                special[static_cast<std::size_t>((k * 7 + k / count) % count)],
                static_cast<int>(k / count % 2 ? k / count : -(k / count))});
      }
      compareBlock();
      if (keepFromRare()) compareBlock();
      if (::testing::Test::HasFatalFailure()) return;
    }
    for (int block = 0; block < kBlocks; ++block) {
      if (block % (Stratified<T>::kBlock / kCount) == 0)
        sampled_.fill(block / (Stratified<T>::kBlock / kCount), samples_);
      for (long i = 0; i < kCount; ++i)
        set(i, samples_[static_cast<std::size_t>(block % (Stratified<T>::kBlock / kCount) * kCount +
                                                 i)]);
      if (block % 4) keepFromRare();
      compareBlock();
      if (::testing::Test::HasFatalFailure()) return;
    }
    if (sizeof(T) == 2)  // every argument
      for (long first = 0; first < 0x10000; first += kCount) {
        for (long i = 0; i < kCount; ++i)
          block_.x[i] = fromBits<T>(static_cast<typename Format<T>::Bits>(first + i));
        compareBlock();
        if (::testing::Test::HasFatalFailure()) return;
      }
  }

 private:
  Signature signature() const {
    switch (m_.arguments) {
      case Arguments::XY:
      case Arguments::XYQ:
        return Signature::XY;
      case Arguments::XYZ:
        return Signature::XYZ;
      case Arguments::XN:
        return Signature::XN;
      default:
        return Signature::X;
    }
  }
  std::string symbol() const {
    const std::string type = "_f" + std::to_string(m_.bits);
    const bool pointer = m_.arguments == Arguments::XP || m_.arguments == Arguments::XQ;
    const std::string second = signature() == Signature::XN  ? "_i32"
                               : signature() != Signature::X ? type
                               : pointer                     ? "_p"
                                                             : "";
    return m_.name + type + second;
  }
  void set(long i, const Args<T>& args) {
    block_.x[i] = args.x;
    block_.y[i] = args.y;
    block_.z[i] = args.z;
    block_.n[i] = args.n;
  }
  bench::Operands operands(Results<T>& to) {
    const void* y = block_.y;
    return {block_.x, bench::hasInteger(m_.arguments) ? block_.n : y, block_.z, to.result, to.other};
  }
  // So that no lane sends its vector the scalar way: the first argument becomes as large as is not
  // rare beside the second, or both are others. False if none was rare.
  bool keepFromRare() {
    const bench::Operands all = operands(wide_);
    bool any = false;
    for (long i = 0; i < kCount; ++i) {
      if (!m_.isRare(all, i)) continue;
      any = true;
      T& x = block_.x[i];
      while (x - x == 0 && x != 0 && m_.isRare(all, i)) x = x * static_cast<T>(0x1p-9);
      while (x != 0 && !m_.isRare(all, i)) x = x * T(2);
      x = x * T(0.5);
      while (m_.isRare(all, i))
        set(i, {between(m_.low, m_.high), between(m_.low2, m_.high2), T(0), 0});
    }
    return any;
  }
  T between(double low, double high) {
    return static_cast<T>(low + (high - low) * random_.unit());
  }
  void run(Loop loop, Results<T>& to) {
    std::memset(&to, 0, sizeof to);
    loop(operands(to));
  }
  template <class Value>
  Value otherOf(const Results<T>& r, long i) const {
    Value value;
    std::memcpy(&value, r.other + i * static_cast<long>(sizeof value), sizeof value);
    return value;
  }
  void compareBlock() {
    run(m_.one, scalar_);
    for (auto [lanes, loop] : m_.wide) {
      if (!lanes) continue;
      run(loop, wide_);
      for (long i = 0; i < kCount; ++i) {
        const bool first = same(scalar_.result[i], wide_.result[i]);
        const bool second = bench::givesIntegers(m_.arguments)
                                ? otherOf<int>(scalar_, i) == otherOf<int>(wide_, i)
                                : same(otherOf<T>(scalar_, i), otherOf<T>(wide_, i));
        ASSERT_TRUE(first && second)
            << symbol() << " at " << lanes << " lanes gives "
            << static_cast<double>(wide_.result[i]) << ", at one "
            << static_cast<double>(scalar_.result[i])
            << (second ? "" : " (the second results differ)") << std::hexfloat << " for "
            << static_cast<double>(block_.x[i]) << ", " << static_cast<double>(block_.y[i]) << ", "
            << static_cast<double>(block_.z[i]) << ", " << block_.n[i];
      }
    }
  }

  const Measured& m_;
  Stratified<T> sampled_;
  Random random_;
  std::vector<Args<T>> samples_;
  Block<T> block_;
  Results<T> scalar_, wide_;
};

class WideForm : public ::testing::Test {
 public:
  explicit WideForm(const Measured& m) : m_(m) {}
  void TestBody() override {
    if (!levelIsHere()) GTEST_SKIP() << "this CPU is not of the level " << kLevel;
    if (m_.bits == 16) std::make_unique<Forms<f16>>(m_)->compare();
    if (m_.bits == 32) std::make_unique<Forms<f32>>(m_)->compare();
    if (m_.bits == 64) std::make_unique<Forms<f64>>(m_)->compare();
  }

 private:
  const Measured& m_;
};

// Rows of functions.def that Clang makes no vectors of are named there as such.
void registerForms() {
  for (const Family* family : kFamilies)
    for (int i = 0; i < family->size; ++i) {
      const Measured& m = family->begin[i];
      if (!m.widest()) continue;
      const std::string name = m.name + ("_f" + std::to_string(m.bits));
      ::testing::RegisterTest("WideForm", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [&m]() -> WideForm* { return new WideForm(m); });
    }
}

TEST(WideForms, every_instruction_of_the_math_families_has_a_row) {
  std::set<std::pair<std::string_view, int>> rows;
  std::set<std::string_view> families = {"exp",        "log",   "trig",      "arc",
                                         "hyperbolic", "roots", "pow",       "erf", "gamma",
                                         "rounding",   "bits",      "common",  "remainder", "native_half"};
  for (const Family* family : kFamilies)
    for (int i = 0; i < family->size; ++i)
      rows.emplace(family->begin[i].name, family->begin[i].bits);
  int instructions = 0;
  for (const builtins::Instruction& row : builtins::kOpenclStd) {
    if (row.shape != builtins::Shape::Map || !families.contains(row.family)) continue;
    ++instructions;
    EXPECT_TRUE(rows.contains({row.name, 32})) << row.name;
    if (row.f64.kind != builtins::Limit::None)
      EXPECT_TRUE(rows.contains({row.name, 64})) << row.name;
    if (row.f16.kind != builtins::Limit::None)
      EXPECT_TRUE(rows.contains({row.name, 16})) << row.name;
  }
  EXPECT_GT(instructions, 80);
}

}  // namespace
}  // namespace lanewise::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  lanewise::testing::registerForms();
  return RUN_ALL_TESTS();
}
