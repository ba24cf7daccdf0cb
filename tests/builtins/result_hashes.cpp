// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a hash of the results of each function, for the same arguments on each processor: special
// values in every combination, and random bit patterns. same_results.py compares the lines.
//
//   result-hashes-LEVEL SAMPLES       random arguments for each function
//   result-hashes-LEVEL all NAME...   every argument of these functions of one float
#include "tests/builtins/samples.h"

#include <array>
#include <atomic>
#include <bit>
#include <cinttypes>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

namespace lanewise::test {
namespace {

// Of the bits of results in their order. All NaNs are one: OpenCL gives their bits no meaning.
class Hash {
 public:
  template <class T>
  void add(T result) {
    const T value = std::isnan(static_cast<double>(result)) ? static_cast<T>(NAN) : result;
    addBits(std::bit_cast<typename Format<T>::Bits>(value));
  }
  // The rotation lets the highest bit, the sign, change others.
  void addBits(std::uint64_t bits) { hash_ = (std::rotl(hash_, 29) ^ bits) * 0x9e3779b97f4a7c15; }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

template <class T>
std::uint64_t hashOf(const Function<T>& function, long samples) {
  Hash hash;
  forEachSpecial<T>(function.signature,
                    [&](const Args<T>& args) { hash.add(function.call(args)); });
  Random random(7);
  const auto any = [&] { return fromBits<T>(static_cast<typename Format<T>::Bits>(random())); };
  for (long i = 0; i < samples; ++i) {
    Args<T> args = {any(), any(), any(), static_cast<int>(random() % 200) - 100};
    if (i & 1)
      args.x = static_cast<T>(random.unit() * 200 - 100),
      args.y = static_cast<T>(random.unit() * 20 - 10);
    hash.add(function.call(args));
  }
  return hash.value();
}

template <class T>
void print(const char* type, long samples) {
  std::map<std::string, int> seen;
  for (const auto& function : functions<T>()) {
    const char* const second = seen[function.symbol]++ ? "_second" : "";
    std::printf("%s %s%s %016" PRIx64 "\n", type, function.symbol, second,
                hashOf(function, samples));
  }
}

// By as many threads as there are processors, a part after another.
std::uint64_t hashOfAll(const Function<float>& function) {
  constexpr unsigned kParts = 256;
  std::array<std::uint64_t, kParts> parts;
  std::atomic<unsigned> next = 0;
  const auto work = [&] {
    for (unsigned part; (part = next++) < kParts;) {
      Hash hash;
      for (std::uint32_t i = 0; i < 1U << 24; ++i)
        hash.add(function.call({fromBits<float>(part << 24 | i), 0, 0, 0}));
      parts[part] = hash.value();
    }
  };
  std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : threads) thread = std::thread(work);
  for (std::thread& thread : threads) thread.join();
  Hash hash;
  for (const std::uint64_t part : parts) hash.addBits(part);
  return hash.value();
}

bool printAll(std::string_view name) {
  for (const auto& function : functions<float>())
    if (name == function.symbol && function.signature == Signature::X) {
      std::printf("f32 %s %016" PRIx64 "\n", function.symbol, hashOfAll(function));
      return true;
    }
  std::fprintf(stderr, "no function of one float is called %s\n", name.data());
  return false;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "all") == 0) {
    for (int i = 2; i < argc; ++i)
      if (!lanewise::test::printAll(argv[i])) return 1;
    return 0;
  }
  const long samples = argc > 1 ? std::atol(argv[1]) : 1000;
  lanewise::test::print<_Float16>("f16", samples);
  lanewise::test::print<float>("f32", samples);
  lanewise::test::print<double>("f64", samples);
}
