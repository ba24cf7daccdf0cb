// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a hash of the results of each function, for the same arguments on each processor: special
// values in every combination, and random bit patterns. same_results.py compares the lines.
//
//   result-hashes-LEVEL SAMPLES     random arguments for each function
#include "tests/builtins/samples.h"

#include <cinttypes>
#include <cstdlib>
#include <map>

namespace lanewise::test {
namespace {

// FNV-1a, of the bits of a result. All NaNs are one: OpenCL gives their bits no meaning.
template <class T>
class Hash {
 public:
  void add(T result) {
    const T value = std::isnan(static_cast<double>(result)) ? static_cast<T>(NAN) : result;
    auto bits = static_cast<std::uint64_t>(std::bit_cast<typename Format<T>::Bits>(value));
    for (size_t i = 0; i < sizeof(T); ++i, bits >>= 8)
      hash_ = (hash_ ^ (bits & 255)) * 0x100000001b3;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

template <class T>
std::uint64_t hashOf(const Function<T>& function, long samples) {
  Hash<T> hash;
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

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  const long samples = argc > 1 ? std::atol(argv[1]) : 1000;
  lanewise::test::print<_Float16>("f16", samples);
  lanewise::test::print<float>("f32", samples);
  lanewise::test::print<double>("f64", samples);
}
