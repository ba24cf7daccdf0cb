// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector variants give the results of the scalar functions, to the bit: the loops of
// bench/math/loops.cpp over both. A program per microarchitecture level.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "bench/math/cases.h"
#include "bench/math/loops.h"
#include "builtins/functions.h"
#include "tests/builtins/stratified.h"

namespace lanewise::test {
namespace {

using bench::Family;
using bench::kCount;
using bench::kFamilies;
using bench::Loop;
using bench::Measured;
using builtins::Arguments;

constexpr int kBlocks = 96;  // of kCount samples, after the special values

#ifdef VECTOR_VARIANTS_NEED_AVX512
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
class Comparison {
 public:
  explicit Comparison(const Measured& m)
      : m_(m),
        arguments_(builtins::findFunction(m.name)->arguments),
        sampled_(m.name, symbol().c_str(), signature(), 1 << 20, 0) {}

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
      if (avoidSlowPath()) compareBlock();
      if (::testing::Test::HasFatalFailure()) return;
    }
    for (int block = 0; block < kBlocks; ++block) {
      if (block % (Stratified<T>::kBlock / kCount) == 0)
        sampled_.fill(block / (Stratified<T>::kBlock / kCount), samples_);
      for (long i = 0; i < kCount; ++i)
        set(i, samples_[static_cast<std::size_t>(block % (Stratified<T>::kBlock / kCount) * kCount +
                                                 i)]);
      if (block % 4) avoidSlowPath();
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
    switch (arguments_) {
      case Arguments::XY:
      case Arguments::XYQ: return Signature::XY;
      case Arguments::XYZ: return Signature::XYZ;
      case Arguments::XN: return Signature::XN;
      default: return Signature::X;
    }
  }
  std::string symbol() const {
    const std::string type = "_f" + std::to_string(m_.bits);
    const bool pointer = arguments_ == Arguments::XP || arguments_ == Arguments::XQ;
    const std::string second = signature() == Signature::XN  ? "_i32"
                               : signature() != Signature::X ? type
                               : pointer                     ? "_p"
                                                             : "";
    return m_.name + type + second;
  }
  bool hasIntegerResult() const {
    return arguments_ == Arguments::XQ || arguments_ == Arguments::XYQ ||
           arguments_ == Arguments::ToI;
  }
  void set(long i, const Args<T>& args) {
    block_.x[i] = args.x;
    block_.y[i] = args.y;
    block_.z[i] = args.z;
    block_.n[i] = args.n;
  }
  bench::Operands operands(Results<T>& to) {
    const void* y = block_.y;
    return {block_.x, arguments_ == Arguments::XN ? block_.n : y, block_.z, to.result, to.other};
  }
  // Changes arguments that take the slow path, so that the vector code computes all lanes: the
  // first argument becomes as large as possible beside the second, or both become numbers between 1
  // and 8. False if no argument takes the slow path.
  bool avoidSlowPath() {
    const bench::Operands all = operands(variant_);
    bool any = false;
    for (long i = 0; i < kCount; ++i) {
      if (!m_.isSlow(all, i)) continue;
      any = true;
      T& x = block_.x[i];
      while (x - x == 0 && x != 0 && m_.isSlow(all, i)) x = x * static_cast<T>(0x1p-9);
      while (x != 0 && !m_.isSlow(all, i)) x = x * T(2);
      x = x * T(0.5);
      while (m_.isSlow(all, i))
        set(i, {static_cast<T>(1 + 7 * random_.unit()), static_cast<T>(1 + 7 * random_.unit()),
                T(0), 0});
    }
    return any;
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
    run(m_.scalar, scalar_);
    for (auto [lanes, loop] : m_.variants) {
      if (!lanes) continue;
      run(loop, variant_);
      for (long i = 0; i < kCount; ++i) {
        const bool first = same(scalar_.result[i], variant_.result[i]);
        const bool second = hasIntegerResult()
                                ? otherOf<int>(scalar_, i) == otherOf<int>(variant_, i)
                                : same(otherOf<T>(scalar_, i), otherOf<T>(variant_, i));
        ASSERT_TRUE(first && second)
            << symbol() << ": the variant of " << lanes << " lanes gives "
            << static_cast<double>(variant_.result[i]) << ", the scalar function "
            << static_cast<double>(scalar_.result[i])
            << (second ? "" : " (the second results differ)") << std::hexfloat << " for "
            << static_cast<double>(block_.x[i]) << ", " << static_cast<double>(block_.y[i]) << ", "
            << static_cast<double>(block_.z[i]) << ", " << block_.n[i];
      }
    }
  }

  const Measured& m_;
  Arguments arguments_;
  Stratified<T> sampled_;
  Random random_;
  std::vector<Args<T>> samples_;
  Block<T> block_;
  Results<T> scalar_, variant_;
};

class VectorVariant : public ::testing::Test {
 public:
  explicit VectorVariant(const Measured& m) : m_(m) {}
  void TestBody() override {
    if (!levelIsHere()) GTEST_SKIP() << "this CPU does not have the level " << kLevel;
    if (m_.bits == 16) std::make_unique<Comparison<f16>>(m_)->compare();
    if (m_.bits == 32) std::make_unique<Comparison<f32>>(m_)->compare();
    if (m_.bits == 64) std::make_unique<Comparison<f64>>(m_)->compare();
  }

 private:
  const Measured& m_;
};

void registerVariants() {
  for (const Family* family : kFamilies)
    for (int i = 0; i < family->size; ++i) {
      const Measured& m = family->begin[i];
      if (!m.widest()) continue;
      const std::string name = m.name + ("_f" + std::to_string(m.bits));
      ::testing::RegisterTest("VectorVariant", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                              [&m]() -> VectorVariant* { return new VectorVariant(m); });
    }
}

TEST(VectorVariants, EveryFunctionOfFloatingPointHasItsLoops) {
  std::set<std::pair<std::string_view, int>> loops;
  for (const Family* family : kFamilies)
    for (int i = 0; i < family->size; ++i)
      loops.emplace(family->begin[i].name, family->begin[i].bits);
  for (const builtins::Function& row : builtins::kFunctions) {
    if (row.arguments == Arguments::None) continue;
    EXPECT_TRUE(loops.contains({row.name, 32})) << row.name;
    if (row.f64.kind != builtins::Limit::None)
      EXPECT_TRUE(loops.contains({row.name, 64})) << row.name;
    if (row.f16.kind != builtins::Limit::None)
      EXPECT_TRUE(loops.contains({row.name, 16})) << row.name;
  }
  EXPECT_GT(loops.size(), 200u);
}

TEST(VectorVariants, EveryFunctionOfFloatingPointHasArgumentsToBeTimedOn) {
  for (const builtins::Function& row : builtins::kFunctions)
    EXPECT_EQ(bench::findMathCase(row.name) != nullptr, row.arguments != Arguments::None)
        << row.name;
  for (const bench::MathCase& row : bench::kMathCases)
    EXPECT_TRUE(builtins::findFunction(row.name)) << row.name;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  lanewise::test::registerVariants();
  return RUN_ALL_TESTS();
}
