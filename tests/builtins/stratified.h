// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of the full accuracy run, in blocks that any thread can compute: every argument if that
// is feasible, otherwise samples of every exponent, of the ranges in which a function is not
// trivial, of its SWEEP lines and of numbers near borders of argument reductions.
#pragma once
#include <string_view>
#include <vector>

#include "tests/builtins/samples.h"

namespace lanewise::test {

template <class T>
class Stratified {
 public:
  static constexpr int kBlock = 1 << 16;

  /// `points` applies to functions with more arguments than `most`.
  Stratified(const char* name, const char* symbol, Signature signature, long points,
             long most = 1L << 32)
      : name_(name), sweeps_(sweepsOf(symbol)), signature_(signature) {
    if (signature == Signature::X)
      blocks_ = sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 1 << 16 : kTooMany;
    else if (sizeof(T) == 2 && signature == Signature::XY)
      blocks_ = 1 << 16;
    else if (sizeof(T) == 2 && signature == Signature::XN)
      blocks_ = kIntegers;  // every x with every n near zero; results do not change beyond
    every_ = blocks_ * kBlock <= most;
    if (!every_) blocks_ = (points + kBlock - 1) / kBlock;
    family_ = name_.starts_with("pow") || name_.ends_with("powr") ? Power : Other;
  }

  long blocks() const { return blocks_; }
  long points() const { return blocks_ * kBlock; }
  bool every() const { return every_; }
  bool everyArgument() const { return every_ && signature_ != Signature::XN; }

  void fill(long block, std::vector<Args<T>>& args) const {
    using Bits = typename Format<T>::Bits;
    args.resize(kBlock);
    if (every_) {
      // In a scattered order: large errors are found early, and the other arguments are skipped.
      if (blocks_ == 1 << 16) block = block * 40503 & 0xffff;
      for (int i = 0; i < kBlock; ++i) {
        if constexpr (sizeof(T) == 2)
          args[i] = {fromBits<T>(static_cast<Bits>(i)), fromBits<T>(static_cast<Bits>(block)), T(0),
                     static_cast<int>(block - kIntegers / 2)};
        else
          args[i] = {
              fromBits<T>(static_cast<Bits>(static_cast<Bits>(block) << 16 | static_cast<Bits>(i))),
              T(0), T(0), 0};
      }
      return;
    }
    Random random(static_cast<std::uint64_t>(block) + 1);
    for (int i = 0; i < kBlock; ++i) args[i] = sample(random);
  }

  /// Near `args`: one of them differs in a few bits.
  Args<T> near(Args<T> args, Random& random) const {
    using Bits = typename Format<T>::Bits;
    const auto step = [&](T x) {
      const Bits distance = static_cast<Bits>(random() >> (64 - 1 - random() % (sizeof(T) * 6)));
      const Bits bits = std::bit_cast<Bits>(x);
      return fromBits<T>(static_cast<Bits>(random() & 1 ? bits + distance : bits - distance));
    };
    const unsigned which = static_cast<unsigned>(random());
    if (which & 1 || signature_ == Signature::X) args.x = step(args.x);
    if (which & 2) args.y = step(args.y);
    if (which & 4) args.z = step(args.z);
    if (which & 8) args.n = static_cast<int>(static_cast<unsigned>(args.n) + random() % 7 - 3);
    return args;
  }

 private:
  static constexpr long kIntegers = 4097, kTooMany = 1L << 40;
  enum Family { Power, Other };

  T withExponent(Random& random, int low, int high) const {
    const int e = low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    const double value = std::ldexp(1 + random.unit(), e);
    return static_cast<T>(random() & 1 ? -value : value);
  }
  // A multiple of a number at which reductions change, and its neighbours.
  T nearBorder(Random& random) const {
    static constexpr double kBorders[] = {0.5,
                                          0.0625,
                                          0.69314718055994531,
                                          1.5707963267948966,
                                          0.30102999566398120,
                                          1.4142135623730951,
                                          0.375};
    const double multiple = static_cast<double>(random() % 64) * kBorders[random() % 7];
    const T value = static_cast<T>(random() & 1 ? -multiple : multiple);
    using Bits = typename Format<T>::Bits;
    return fromBits<T>(static_cast<Bits>(std::bit_cast<Bits>(value) + random() % 129 - 64));
  }
  T any(Random& random) const {
    using Bits = typename Format<T>::Bits;
    switch (random() % 8) {
      case 0:
      case 1: return fromBits<T>(static_cast<Bits>(random()));
      case 2:
      case 3: return withExponent(random, -10, 10);
      case 4: return nearBorder(random);
      default:
        if (sweeps_.empty()) return withExponent(random, -4, 4);
        const Sweep& sweep = sweeps_[random() % sweeps_.size()];
        return static_cast<T>(sweep.low + (sweep.high - sweep.low) * random.unit());
    }
  }
  int anyInteger(Random& random) const {
    switch (random() % 4) {
      case 0: return static_cast<int>(random() % 17) - 8;
      case 1: return static_cast<int>(random() % 513) - 256;
      case 2: return static_cast<int>(random() % 4097) - 2048;
      default: return static_cast<int>(static_cast<std::uint32_t>(random())) >> random() % 32;
    }
  }
  Args<T> sample(Random& random) const {
    Args<T> args = {any(random), any(random), any(random), anyInteger(random)};
    if (signature_ == Signature::X) return args;
    if (signature_ == Signature::XN) {
      // A power whose result is in range.
      if (family_ == Power && random() % 4) args.x = static_cast<T>(powerBase(random, args.n));
      return args;
    }
    if (family_ == Power && random() % 4) {
      const double logarithm = std::log2(std::fabs(static_cast<double>(args.x)));
      args.y = static_cast<T>((random.unit() * 2 - 1) * 1.05 * (Format<T>::emax + 1) / logarithm);
    } else if (random() & 1) {
      // Near each other, where sums cancel and quotients are small.
      args.y = static_cast<T>(static_cast<double>(args.x) * (random.unit() * 4 - 2));
      args.z = static_cast<T>(static_cast<double>(args.x) * static_cast<double>(args.y) *
                              (random.unit() * 4 - 2));
    }
    return args;
  }
  double powerBase(Random& random, int n) const {
    if (n == 0) return 1;
    const double logarithm = (random.unit() * 2 - 1) * 1.05 * (Format<T>::emax + 1) / n;
    return std::exp2(logarithm) * (random() & 1 ? -1 : 1);
  }

  std::string_view name_;
  std::vector<Sweep> sweeps_;
  Signature signature_;
  Family family_;
  long blocks_ = kTooMany;
  bool every_;
};

}  // namespace lanewise::test
