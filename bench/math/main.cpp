// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints ns per element of each function of floating point, scalar and as vector variants of 4, 8
// and 16 lanes, and of the peer's function for the level's registers: SLEEF's or libmvec's.
//   lanewise-math-bench [--rounds=N] [NAME...]
// A round runs all loops, so that other work on the machine affects all of them. The fastest round
// counts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "bench/math/cases.h"
#include "bench/math/loops.h"
#include "builtins/functions.h"

namespace lanewise::bench {

namespace {

struct Buffers {
  alignas(64) unsigned char x[kCount * 8], y[kCount * 8], z[kCount * 8], result[kCount * 8],
      other[kCount * 8];
};

class Random {
 public:
  double between(double low, double high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (static_cast<double>(state_ >> 11) * 0x1p-53);
  }

 private:
  std::uint64_t state_ = 1;
};

template <class T>
void fill(Buffers& buffers, const Measured& m) {
  const MathCase& range = *findMathCase(m.name);
  const bool hasInteger = builtins::findFunction(m.name)->arguments == builtins::Arguments::XN;
  Random random;
  const auto put = [](unsigned char* to, auto value, long i) {
    std::memcpy(to + i * long(sizeof value), &value, sizeof value);
  };
  for (long i = 0; i < kCount; ++i) {
    put(buffers.x, static_cast<T>(random.between(range.low, range.high)), i);
    const double y = random.between(range.low2, range.high2);
    if (hasInteger)
      put(buffers.y, static_cast<int>(std::lround(y)), i);
    else
      put(buffers.y, static_cast<T>(y), i);
    put(buffers.z, static_cast<T>(y), i);
  }
}

double nanoseconds(Loop loop, Buffers& buffers) {
  using Clock = std::chrono::steady_clock;
  const Operands operands = {buffers.x, buffers.y, buffers.z, buffers.result, buffers.other};
  loop(operands);
  const auto start = Clock::now();
  constexpr int repeat = 4;
  for (int i = 0; i < repeat; ++i) loop(operands);
  const std::chrono::duration<double, std::nano> time = Clock::now() - start;
  return time.count() / (repeat * kCount);
}

struct Times {
  const Measured* measured;
  const Peer* peer;
  double scalar = INFINITY, four = INFINITY, eight = INFINITY, sixteen = INFINITY,
         peerTime = INFINITY;
};

void measure(Times& t, Buffers& buffers) {
  const bool isF32 = t.measured->bits == 32;
  isF32 ? fill<float>(buffers, *t.measured) : fill<double>(buffers, *t.measured);
  // Each loop next to the other a few times: the same frequency, the same neighbours.
  for (int i = 0; i < 5; ++i) {
    for (const auto& [lanes, run] : t.measured->variants)
      if (double* time = lanes == 16  ? &t.sixteen
                         : lanes == 8 ? &t.eight
                         : lanes == 4 ? &t.four
                                      : nullptr)
        *time = std::min(*time, nanoseconds(run, buffers));
    if (t.peer)
      t.peerTime = std::min(t.peerTime, nanoseconds(isF32 ? t.peer->f32 : t.peer->f64, buffers));
  }
  t.scalar = std::min(t.scalar, nanoseconds(t.measured->scalar, buffers));
}

void print(const Times& t) {
  const int bits = t.measured->bits;
  std::printf("%-13s f%-3d %8.2f %8.3f %8.3f %8.3f", t.measured->name, bits, t.scalar, t.four,
              t.eight, t.sixteen);
  // Of as many lanes as the peer has; scalar, where there are no variants.
  const int lanes = peerLanes(bits);
  const double ours = !t.measured->widest() ? t.scalar
                      : lanes == 16         ? t.sixteen
                      : lanes == 8          ? t.eight
                                            : t.four;
  if (t.peer) std::printf(" %8.3f %-5s %6.2f", t.peerTime, t.peer->accuracy, ours / t.peerTime);
  std::puts("");
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
  using namespace lanewise::bench;
  int rounds = 5;
  std::vector<std::string_view> names;
  for (int i = 1; i < argc; ++i)
    if (std::strncmp(argv[i], "--rounds=", 9) == 0)
      rounds = std::atoi(argv[i] + 9);
    else
      names.emplace_back(argv[i]);

  std::vector<Times> all;
  for (const Family* family : kFamilies)
    for (int i = 0; i < family->size; ++i) {
      const Measured& m = family->begin[i];
      if (m.bits == 16) continue;
      if (names.empty() || std::ranges::find(names, m.name) != names.end())
        all.push_back({&m, peerOf(m.name)});
    }
  auto& buffers = *new Buffers;
  for (int round = 0; round < rounds; ++round)
    for (Times& t : all) measure(t, buffers);
  std::printf("%-13s %-4s %8s %8s %8s %8s %8s %s\n", "function", "type", "scalar", "4", "8", "16",
              "peer", "    ratio");
  for (const Times& t : all) print(t);
}
