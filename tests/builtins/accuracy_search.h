// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worst error of a function over many arguments, on several threads. A quick reference skips
// arguments that cannot be worse than the worst known one, MPFR computes the others.
#pragma once
#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "tests/builtins/quick_reference.h"
#include "tests/builtins/stratified.h"

namespace lanewise::test {

/// Calls body(block, workspace) for blocks 0 ... count - 1; a thread has one workspace.
template <class Workspace, class Body>
void onThreads(int threads, long count, Body body) {
  std::atomic<long> next{0};
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&] {
      Workspace workspace;
      for (long block; (block = next.fetch_add(1)) < count;) body(block, workspace);
    });
  for (auto& thread : running) thread.join();
}

/// The value as f64, from a table for f16, because most processors convert f16 slowly.
template <class T>
double wide(T x) {
  if constexpr (sizeof(T) != 2) return static_cast<double>(x);
  static const std::vector<double>& table = *[] {
    auto* all = new std::vector<double>;
    for (std::uint32_t bits = 0; bits <= 0xffff; ++bits)
      all->push_back(static_cast<double>(fromBits<f16>(static_cast<std::uint16_t>(bits))));
    return all;
  }();
  return table[std::bit_cast<typename Format<T>::Bits>(x) & 0xffff];
}

template <class T>
class AccuracySearch {
 public:
  struct Finding {
    double error;
    Args<T> args;
  };

  AccuracySearch(const Function<T>& function, long points, long most, int threads)
      : function_(function),
        quick_(quickReference<W>(function.quick)),
        arguments_(function.name, function.symbol, function.signature, points, most),
        threads_(threads) {
    if (sizeof(T) == 4 && function.signature == Signature::X)
      vector_ = vectorReference(function.quick);
    const std::string_view name = function.quick;
    tiesAreExact_ = sizeof(T) == 2 && (name == "fdim" || name == "fma" || name == "ldexp");
  }

  /// All blocks, then, if those are samples, the neighbourhoods of the worst arguments.
  Finding run() {
    onThreads<Workspace>(threads_, arguments_.blocks(), [this](long block, Workspace& work) {
      arguments_.fill(block, work.args);
      tryAll(work);
    });
    if (!arguments_.every()) climb();
    return worst();
  }
  long points() const { return points_; }
  bool everyArgument() const { return arguments_.everyArgument(); }

 private:
  using W = typename Wider<T>::Type;
  struct Workspace {
    std::vector<Args<T>> args;
    std::vector<T> got;
    std::vector<double> wideGot;
    std::vector<W> reference;
    std::vector<double> x;
    Judge<T> judge;
  };

  Finding worst() {
    std::lock_guard guard(mutex_);
    return findings_.empty() ? Finding{0, {}} : findings_.front();
  }

  void climb() {
    constexpr long kRounds = 8, kBlocks = 16;
    for (long round = 0; round < kRounds; ++round) {
      const std::vector<Finding> known = [this] {
        std::lock_guard guard(mutex_);
        return findings_;
      }();
      if (known.empty()) return;
      onThreads<Workspace>(threads_, kBlocks, [&](long block, Workspace& work) {
        Random random(static_cast<std::uint64_t>((round + 1) * 1000 + block));
        work.args.clear();
        for (int i = 0; i < arguments_.kBlock; ++i)
          work.args.push_back(arguments_.near(known[random() % known.size()].args, random));
        tryAll(work);
      });
    }
  }

  void tryAll(Workspace& work) {
    const auto& args = work.args;
    work.got.resize(args.size());
    work.wideGot.resize(args.size());
    work.reference.resize(args.size());
    for (std::size_t i = 0; i < args.size(); ++i)
      work.wideGot[i] = wide(work.got[i] = function_.call(args[i]));
    references(work);
    constexpr std::size_t kStretch = 1024;
    for (std::size_t first = 0; first < args.size(); first += kStretch) {
      if (noneIsDoubtful(work.wideGot.data() + first, work.reference.data() + first, kStretch,
                         worst_.load(std::memory_order_relaxed) - kQuickDoubt<T>))
        continue;
      for (std::size_t i = first; i < first + kStretch; ++i) {
        const T got = work.got[i];
        if (!isDoubtful(got, work.reference[i])) continue;
        if (vector_.run && !isDoubtful(got, scalarReference(args[i]))) continue;
        judge(args[i], got, work);
      }
    }
    points_ += static_cast<long>(args.size());
  }

  W scalarReference(const Args<T>& a) const {
    return quick_(static_cast<W>(wide(a.x)), static_cast<W>(wide(a.y)), static_cast<W>(wide(a.z)),
                  a.n);
  }
  void references(Workspace& work) const {
    if constexpr (sizeof(T) == 4)
      if (vector_.run) {
        work.x.clear();
        for (const auto& a : work.args) work.x.push_back(a.x);
        vector_.run(vector_.function, work.x.data(), work.reference.data(),
                    static_cast<int>(work.x.size()));
        return;
      }
    for (std::size_t i = 0; i < work.args.size(); ++i)
      work.reference[i] = scalarReference(work.args[i]);
  }

  // The same as isDoubtful() for many, without branches. If f64 is not wide enough it returns true.
  static bool noneIsDoubtful(const double* got, const W* reference, std::size_t count,
                             double bound) {
    static const bool hasAvx2 = __builtin_cpu_supports("avx2");
    return hasAvx2 ? nothingAboveAvx2(got, reference, count, bound)
                   : nothingAbove(got, reference, count, bound);
  }
  [[gnu::target("avx2")]] static bool nothingAboveAvx2(const double* got, const W* reference,
                                                       std::size_t count, double bound) {
    return nothingAbove(got, reference, count, bound);
  }
  [[gnu::always_inline]] static inline bool nothingAbove(const double* got, const W* reference,
                                                         std::size_t count, double bound) {
    if constexpr (sizeof(T) == 8) return false;
    constexpr auto power = [](int n) {
      return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + n) << 52);
    };
    constexpr double lowest = power(Format<T>::emin), highest = power(Format<T>::emax);
    std::uint64_t doubtful = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double r0 = static_cast<double>(reference[i]), g0 = got[i], beyond = 2 * highest;
      double g = g0 < -beyond ? -beyond : g0, r = r0 < -beyond ? -beyond : r0;
      g = g > beyond ? beyond : g, r = r > beyond ? beyond : r;
      double a = std::fabs(r);
      a = a < lowest ? lowest : a;
      a = a > highest ? highest : a;
      const std::uint64_t exponent = std::bit_cast<std::uint64_t>(a) & std::uint64_t(0x7ff) << 52;
      const double inverseUlp = std::bit_cast<double>(
          (static_cast<std::uint64_t>(2 * 1023 + Format<T>::precision - 1) << 52) - exponent);
      const bool good = std::fabs(g - r) * inverseUlp < bound;
      const std::uint64_t signs = std::bit_cast<std::uint64_t>(g) ^ std::bit_cast<std::uint64_t>(r);
      const bool wrongZero = std::fabs(g) + std::fabs(r) == 0;
      doubtful |= (good ? 0 : 1) | (wrongZero ? signs >> 63 : 0);
    }
    return doubtful == 0;
  }

  // 1 / ulp of T at |x|; x is neither NaN nor infinite.
  static W inverseUlp(W x) {
    int e;
    if constexpr (sizeof(T) == 8)
      e = x == 0 ? Format<T>::emin : std::ilogb(x);
    else
      e = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
    e = std::clamp(e, Format<T>::emin, Format<T>::emax);
    if constexpr (sizeof(T) == 8)
      return std::ldexp(W(1), Format<T>::precision - 1 - e);
    else
      return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + Format<T>::precision - 1 - e)
                                   << 52);
  }
  // Possibly worse than the worst known error, or another difference from the reference.
  bool isDoubtful(T got, W reference) const {
    constexpr double kLeast =
        sizeof(T) == 8
            ? 0x1p+1000
            : std::bit_cast<double>(static_cast<std::uint64_t>(1023 + Format<T>::emax + 1) << 52);
    const W bound = sizeof(T) == 8 ? W(kLeast) * W(0x1p24) : W(kLeast);
    const double value = wide(got);
    if (std::isnan(value) || std::isnan(reference))
      return std::isnan(value) != std::isnan(reference);
    if (value == 0 && reference == 0) return std::signbit(value) != std::signbit(reference);
    const W g = std::clamp(static_cast<W>(value), -bound, bound);
    const W r = std::clamp(reference, -bound, bound);
    const double error = static_cast<double>(std::fabs(g - r) * inverseUlp(r));
    const double worst = worst_.load(std::memory_order_relaxed);
    if (error < worst - kQuickDoubt<T>) return false;
    return !(tiesAreExact_ && worst == 0.5 && error == 0.5 &&
             std::bit_cast<typename Format<T>::Bits>(got) % 2 == 0) &&
           !(worst == 0 && error == 0);
  }

  void judge(const Args<T>& args, T got, Workspace& work) {
    const double error = work.judge.error(function_, args, got);
    if (error <= worst_) return;
    std::lock_guard guard(mutex_);
    if (error <= worst_) return;
    worst_ = error;
    findings_.insert(findings_.begin(), {error, args});
    if (findings_.size() > 32) findings_.pop_back();
  }

  Function<T> function_;
  QuickReference<W> quick_;
  VectorFunction vector_;
  Stratified<T> arguments_;
  int threads_;
  bool tiesAreExact_;
  std::atomic<double> worst_{-1};
  std::atomic<long> points_{0};
  std::mutex mutex_;
  std::vector<Finding> findings_;  // worst first
};

}  // namespace lanewise::test
