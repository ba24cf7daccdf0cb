// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints ns per element of each function of floating point, scalar and as vector variants of 2, 4,
// 8 and 16 lanes, and of the fastest function of other libraries for the level's registers, or that
// of one.
//   lanewise-math-bench [--rounds=N] [--peer=LIBRARY] [NAME...]
// A round runs all loops, so that other work on the machine affects all of them. The fastest round
// counts.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "bench/math/cases.h"
#include "bench/math/loops.h"
#include "builtins/functions.h"

namespace lanewise::bench {

extern const PeerLibrary MATH_BENCH_PEERS;

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

struct PeerTime {
  const PeerLibrary* library;
  const Peer* function;
  double time = INFINITY;
};
struct Times {
  const Measured* measured;
  std::vector<PeerTime> peers;
  double scalar = INFINITY, inlined = INFINITY;
  std::array<double, 4> variants = {INFINITY, INFINITY, INFINITY,
                                    INFINITY};  // of 2, 4, 8, 16 lanes
};
int indexOfLanes(int lanes) { return std::countr_zero(static_cast<unsigned>(lanes)) - 1; }

std::vector<PeerTime> peersOf(std::string_view name, std::string_view only) {
  std::vector<PeerTime> found;
  for (const PeerLibrary* library : {MATH_BENCH_PEER_ADDRESSES})
    for (const Peer& peer : std::span(library->functions, library->size))
      if (name == peer.name && (only.empty() || only == library->name))
        found.push_back({library, &peer});
  return found;
}

void measure(Times& t, Buffers& buffers) {
  const bool isF32 = t.measured->bits == 32;
  isF32 ? fill<float>(buffers, *t.measured) : fill<double>(buffers, *t.measured);
  // Each loop next to the other a few times: the same frequency, the same neighbours.
  for (int i = 0; i < 5; ++i) {
    for (const auto& [lanes, run] : t.measured->variants)
      if (lanes) {
        double& time = t.variants[indexOfLanes(lanes)];
        time = std::min(time, nanoseconds(run, buffers));
      }
    for (PeerTime& peer : t.peers)
      peer.time = std::min(peer.time,
                           nanoseconds(isF32 ? peer.function->f32 : peer.function->f64, buffers));
  }
  t.scalar = std::min(t.scalar, nanoseconds(t.measured->scalar, buffers));
  if (t.measured->inlined)
    t.inlined = std::min(t.inlined, nanoseconds(t.measured->inlined, buffers));
}

void print(const Times& t) {
  std::printf("%-13s f%-3d %8.2f %8.3f", t.measured->name, t.measured->bits, t.scalar, t.inlined);
  for (const double time : t.variants) std::printf(" %8.3f", time);
  // The form that kernels have for as many lanes as the peers: the inlined one or the widest
  // variant.
  const VariantLoop* widest = t.measured->widest();
  const double ours = t.measured->inlined ? t.inlined
                      : widest            ? t.variants[indexOfLanes(widest->lanes)]
                                          : t.scalar;
  if (!t.peers.empty()) {
    const PeerTime& fastest = *std::ranges::min_element(t.peers, {}, &PeerTime::time);
    std::printf(" %8.3f %6.2f %s, %s", fastest.time, ours / fastest.time, fastest.library->name,
                fastest.function->accuracy);
  }
  std::puts("");
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
  using namespace lanewise::bench;
  int rounds = 5;
  std::string_view only;
  std::vector<std::string_view> names;
  for (int i = 1; i < argc; ++i)
    if (std::strncmp(argv[i], "--rounds=", 9) == 0)
      rounds = std::atoi(argv[i] + 9);
    else if (std::strncmp(argv[i], "--peer=", 7) == 0)
      only = argv[i] + 7;
    else
      names.emplace_back(argv[i]);

  std::vector<Times> all;
  for (const Family* family : kFamilies)
    for (int i = 0; i < family->size; ++i) {
      const Measured& m = family->begin[i];
      if (m.bits == 16) continue;
      if (names.empty() || std::ranges::find(names, m.name) != names.end())
        all.push_back({&m, peersOf(m.name, only)});
    }
  auto& buffers = *new Buffers;
  for (int round = 0; round < rounds; ++round)
    for (Times& t : all) measure(t, buffers);
  std::printf("%-13s %-4s %8s %8s %8s %8s %8s %8s %8s  ratio\n", "function", "type", "scalar",
              "inlined", "2", "4", "8", "16", "fastest");
  for (const Times& t : all) print(t);
}
