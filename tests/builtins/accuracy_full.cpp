// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The full accuracy run: every argument of f32 and f16 functions of one argument and every pair of
// f16, 10^8 samples and a search for the others. Functions whose row in the file of results has as
// many arguments and the same code are not measured again.
//
//   accuracy-full [OPTION...] [WORD...]
//
//   WORD             only functions whose symbol begins with the word, or of that type:
//                    sin_f32, pow, f64
//   --results=FILE   results, read and written (docs/accuracy.csv)
//   --page=FILE      generate the page from the results at the end (docs/accuracy.md)
//   --points=N       samples if not all arguments are used (100000000)
//   --most=N         all arguments are used if there are at most this many (4294967296)
//   --threads=N      (default: the number of processors)
//   --again          measure also what is in the file
//   --list           print what is missing or outdated, and measure nothing
//   --check          measure nothing, fail if the file or the page is outdated
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "tests/builtins/accuracy_results.h"
#include "tests/builtins/accuracy_search.h"
#include "tests/builtins/exact_functions.h"
#include "tests/builtins/sampled_functions.h"

namespace lanewise::test {
namespace {

struct Options {
  std::string results = "docs/accuracy.csv";
  const char* page = nullptr;
  long points = 100000000, most = 1L << 32;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  bool again = false, list = false, check = false;
  std::vector<std::string> words;
};

template <class T>
constexpr int kBits = 8 * sizeof(T);

/// Changes if the result for one of 2^16 arguments changes.
template <class T, class Call>
std::string fingerprintOf(const char* name, const char* symbol, Signature signature, Call call) {
  std::vector<Args<T>> args;
  const Stratified<T> arguments(name, symbol, signature, 1);
  if (arguments.every() && arguments.blocks() > 1) {
    Random random(77);
    for (int i = 0; i < arguments.kBlock; ++i) {
      const double x = std::exp2(random.unit() * 16 - 8), y = std::exp2(random.unit() * 8 - 4);
      args.push_back({static_cast<T>(i & 1 ? -x : x), static_cast<T>(y),
                      static_cast<T>(i & 2 ? -x : y), static_cast<int>(random() % 64) - 32});
    }
  } else {
    arguments.fill(0, args);
  }
  std::uint64_t hash = 14695981039346656037u;
  for (const auto& a : args) {
    const T result = call(a);
    hash ^= result == result ? std::bit_cast<typename Format<T>::Bits>(result) : 0x7e57;
    hash *= 1099511628211u;
  }
  char text[24];
  std::snprintf(text, sizeof text, "%016lx", hash);
  return text;
}

/// The minimum time of a call in nanoseconds: sequential calls, arguments between 1/8 and 8.
template <class T, class Call>
double nanosecondsOf(Call call) {
  using Clock = std::chrono::steady_clock;
  constexpr int count = 256;
  Random random;
  std::vector<Args<T>> args;
  const auto between = [&] { return static_cast<T>(std::exp2(random.unit() * 6 - 3)); };
  for (int i = 0; i < count; ++i)
    args.push_back({between(), between(), between(), static_cast<int>(random() % 8)});
  double best = INFINITY;
  for (int round = 0; round < 100; ++round) {
    const auto begin = Clock::now();
    for (const auto& a : args) {
      const volatile T kept = call(a);
      (void)kept;
    }
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - begin).count());
  }
  return best / count;
}

class FullRun {
 public:
  explicit FullRun(const Options& options) : options_(options), results_(options.results) {}

  template <class T>
  void all() {
    std::set<std::string> seen;
    for (const auto& f : functions<T>()) {
      AccuracyResult row;
      row.name = f.name, row.symbol = f.symbol, row.bits = kBits<T>;
      if (row.name == "sincos") row.part = seen.insert(row.symbol).second ? "sine" : "cosine";
      function(f, row);
    }
    for (const auto& f : exactFunctions<T>()) {
      AccuracyResult row;
      row.name = f.name, row.symbol = f.symbol, row.part = f.part, row.bits = kBits<T>;
      exact(f, row);
    }
  }
  void allSampled() {
    std::vector<SampledFunction> functions;
    addCoreAndCommon(functions);
    addGeometric(functions);
    addRelaxed(functions);
    for (const auto& f : functions) {
      AccuracyResult row;
      row.name = f.name, row.symbol = f.symbol, row.part = f.part, row.bits = f.bits;
      sampled(f, row);
    }
  }
  int finish() {
    for (const std::string& key : results_.keepOnly(functions_)) {
      std::printf("%s: there is no such function\n", key.c_str());
      failed_ |= options_.check;
    }
    if (options_.check && options_.page && !results_.isPage(options_.page)) {
      std::printf("%s is not made of %s\n", options_.page, options_.results.c_str());
      failed_ = true;
    }
    if (options_.check) return failed_;
    if (options_.page && !results_.writePage(options_.page)) failed_ = true;
    return failed_;
  }

 private:
  template <class T>
  void function(const Function<T>& f, AccuracyResult& row) {
    row.fingerprint = fingerprintOf<T>(f.name, f.symbol, f.signature, f.call);
    row.points =
        Stratified<T>(f.name, f.symbol, f.signature, options_.points, options_.most).points();
    const double limit = limitOf(row.name, row.bits);
    const Claim claim = claimOf(row.symbol, limit, f.result);
    const bool isWantedNow = isWanted(row);
    if (options_.check)
      if (const AccuracyResult* known = results_.find(row.key())) requireAttained(f, claim, *known);
    if (!isWantedNow) return;
    tried(row, claim.ulp, limit, [&] {
      AccuracySearch<T> search(f, options_.points, options_.most, options_.threads);
      const auto found = search.run();
      row.nanoseconds = nanosecondsOf<T>(f.call);
      row.worst = found.error;
      row.argument = textOf(f.signature, found.args);
      row.points = search.points();
      row.everyArgument = search.everyArgument();
    });
    requireAttained(f, claim, row);
  }

  /// Fails where the worst error found is not at the arguments that the claim names.
  template <class T>
  void requireAttained(const Function<T>& f, const Claim& claim, const AccuracyResult& found) {
    const Args<T> args = argumentsOf<T>(claim, f.signature);
    requireAttained(claim, found, Judge<T>().error(f, args, f.call(args)));
  }
  void requireAttained(const Claim& claim, const AccuracyResult& found, double errorThere) {
    if (!claim.isExceeded(found.worst, errorThere)) return;
    std::printf("%s: the worst error is %.4f ulp at %s, but %.4f at the arguments of the claim\n",
                found.key().c_str(), found.worst, found.argument.c_str(), errorThere);
    failed_ = true;
  }

  template <class T>
  void exact(const ExactFunction<T>& f, AccuracyResult& row) {
    row.fingerprint = fingerprintOf<T>(f.name, f.symbol, f.signature,
                                       [&](const Args<T>& a) { return f.call(a.x, a.y); });
    const Stratified<T> arguments(f.name, f.symbol, f.signature, options_.points, options_.most);
    row.points = arguments.points();
    if (!isWanted(row)) return;
    tried(row, 0, 0, [&] {
      std::atomic<bool> wrong{false};
      std::mutex mutex;
      Args<T> where{};
      using Block = std::vector<Args<T>>;
      onThreads<Block>(options_.threads, arguments.blocks(), [&](long block, Block& args) {
        arguments.fill(block, args);
        for (const auto& a : args) {
          const T got = f.call(a.x, a.y), expected = f.reference(a.x, a.y);
          using Bits = typename Format<T>::Bits;
          const bool same = std::bit_cast<Bits>(got) == std::bit_cast<Bits>(expected) ||
                            (got != got && expected != expected);
          if (same || wrong.exchange(true)) continue;
          std::lock_guard guard(mutex);
          where = a;
        }
      });
      row.nanoseconds = nanosecondsOf<T>([&](const Args<T>& a) { return f.call(a.x, a.y); });
      row.worst = wrong ? INFINITY : 0;
      row.argument = wrong ? textOf(f.signature, where) : "";
      row.everyArgument = arguments.everyArgument();
    });
  }

  void sampled(const SampledFunction& f, AccuracyResult& row) {
    constexpr long kBlock = 1 << 16;
    std::uint64_t hash = 14695981039346656037u;
    Random first(1);
    for (int i = 0; i < 4096; ++i) {
      hash ^= f.result ? f.result(first) : std::bit_cast<std::uint64_t>(f.error(first, nullptr));
      hash *= 1099511628211u;
    }
    char text[24];
    std::snprintf(text, sizeof text, "%016lx", hash);
    row.fingerprint = text;
    const long blocks = (options_.points + kBlock - 1) / kBlock;
    row.points = blocks * kBlock;
    const Claim claim = claimOf(row.symbol, row.limit());
    const double errorThere = claim.arguments > 0 ? f.errorAt(claim.at) : 0;
    const bool isWantedNow = isWanted(row);
    if (options_.check)
      if (const AccuracyResult* known = results_.find(row.key()))
        requireAttained(claim, *known, errorThere);
    if (!isWantedNow) return;
    tried(row, claim.ulp, row.limit(), [&] {
      std::mutex mutex;
      row.worst = -1;
      struct Nothing {};
      onThreads<Nothing>(options_.threads, blocks, [&](long block, Nothing&) {
        Random random(static_cast<std::uint64_t>(block) + 1), at = random;
        double worst = -1;
        for (long i = 0; i < kBlock; ++i) {
          const Random before = random;
          const double error = f.error(random, nullptr);
          if (error > worst) worst = error, at = before;
        }
        std::lock_guard guard(mutex);
        if (worst <= row.worst) return;
        row.worst = worst;
        row.argument.clear();
        f.error(at, &row.argument);
      });
    });
    requireAttained(claim, row, errorThere);
  }

  bool isWanted(const AccuracyResult& row) {
    const std::string type = "f" + std::to_string(row.bits);
    AccuracyResult* known = results_.find(row.key());
    if (known) known->outdated = known->fingerprint != row.fingerprint;
    functions_.insert(row.key());
    if (options_.check) {
      if (known && !known->outdated) return false;
      std::printf("%s: %s; accuracy-full %s --page=docs/accuracy.md measures it\n",
                  row.key().c_str(), known ? "out of date" : "not measured", row.symbol.c_str());
      failed_ = true;
      return false;
    }
    if (!options_.words.empty() &&
        std::ranges::none_of(options_.words, [&](const std::string& word) {
          return word == type || row.symbol == word || row.symbol.starts_with(word + "_");
        }))
      return false;
    if (known && !known->outdated && known->points >= row.points && !options_.again) return false;
    if (options_.list)
      std::printf("%s%s\n", row.key().c_str(),
                  !known            ? ""
                  : known->outdated ? " (outdated)"
                                    : " (few points)");
    return !options_.list;
  }

  template <class Try>
  void tried(AccuracyResult& row, double claim, double limit, Try attempt) {
    const auto begin = std::chrono::steady_clock::now();
    attempt();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const bool good = row.worst <= claim && claim <= limit;
    std::printf(
        "%-28s worst %.4f, claimed %.4g, limit %.4g, at %s; %ld arguments%s, %.1f ns, %.0f s%s\n",
        row.key().c_str(), row.worst, claim, limit, row.argument.c_str(), row.points,
        row.everyArgument ? " (all)" : "", row.nanoseconds, seconds.count(),
        good ? "" : "  ABOVE THE CLAIM");
    std::fflush(stdout);
    if (!results_.put(row) || !good) failed_ = true;
  }

  Options options_;
  AccuracyResults results_;
  std::set<std::string> functions_;  // the keys of all functions
  bool failed_ = false;
};

bool take(const char* argument, const char* name, const char*& value) {
  const std::size_t length = std::strlen(name);
  if (std::strncmp(argument, name, length) != 0) return false;
  value = argument + length;
  return true;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  using namespace lanewise::test;
  Options options;
  for (int i = 1; i < argc; ++i) {
    const char* value = nullptr;
    if (take(argv[i], "--results=", value))
      options.results = value;
    else if (take(argv[i], "--page=", value))
      options.page = value;
    else if (take(argv[i], "--points=", value))
      options.points = std::atol(value);
    else if (take(argv[i], "--most=", value))
      options.most = std::atol(value);
    else if (take(argv[i], "--threads=", value))
      options.threads = std::atoi(value);
    else if (std::strcmp(argv[i], "--again") == 0)
      options.again = true;
    else if (std::strcmp(argv[i], "--list") == 0)
      options.list = true;
    else if (std::strcmp(argv[i], "--check") == 0)
      options.check = true;
    else if (argv[i][0] != '-')
      options.words.push_back(argv[i]);
    else
      return std::fprintf(stderr, "unknown option %s\n", argv[i]), 2;
  }
  FullRun run(options);
  run.all<f16>();
  run.all<f64>();
  run.all<f32>();
  run.allSampled();
  return run.finish();
}
