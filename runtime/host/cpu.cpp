// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries the CPU. The other files of the runtime that depend on the architecture are cpu.h,
// workers/fp_environment.h and base/spin.h; in the compiler target/target.h and target.cpp.
#include "runtime/host/cpu.h"

#include "runtime/base/config.h"
#include "runtime/base/small_file.h"
#include "runtime/host/affinity.h"
#include "runtime/host/cgroup.h"

#include <cpuid.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

namespace lanewise {
namespace {

/// Processors in the affinity mask of the process.
uint32_t affinityCount() {
  // The mask may be wider than cpu_set_t; the kernel then returns EINVAL.
  for (int cpus = 1024; cpus <= 1 << 16; cpus *= 4) {
    const size_t sizeBytes = CPU_ALLOC_SIZE(cpus);
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(cpus), [](cpu_set_t* mask) { CPU_FREE(mask); });
    if (!set) break;
    if (sched_getaffinity(0, sizeBytes, set.get()) == 0)
      return std::max(1, CPU_COUNT_S(sizeBytes, set.get()));
  }
  return std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
}

/// Ticks of the time-stamp counter in a microsecond: its rate is that of the processor's base
/// clock.
uint32_t timeStampMegahertz() {
  // Shorter than the other probes, and long enough for an error below one percent.
  constexpr uint64_t kNanoseconds = 100'000;
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
  };
  const uint64_t begin = now(), ticks = __builtin_ia32_rdtsc();
  uint64_t passed = 0;
  // A clock that stands still ends it, too.
  for (int tries = 0; passed < kNanoseconds && tries < 100'000; ++tries) passed = now() - begin;
  return passed == 0 ? 0
                     : std::lround(double(__builtin_ia32_rdtsc() - ticks) * 1000 / double(passed));
}

uint32_t megahertz(const std::string& name) {
  const std::string kilohertz =
      readSmallFile("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  if (const auto value = std::strtoul(kilohertz.c_str(), nullptr, 10); value >= 1000)
    return value / 1000;
  // Virtual machines have no cpufreq, but some have names like "Xeon(R) Processor @ 2.50GHz".
  if (const size_t at = name.rfind("@ "); at != name.npos) {
    char* unit = nullptr;
    const double value = std::strtod(name.c_str() + at + 2, &unit);
    if (value > 0) return std::lround(value * (std::strncmp(unit, "GHz", 3) == 0 ? 1000 : 1));
  }
  return std::max(1u, timeStampMegahertz());
}

uint64_t physicalBytes() {
  return uint64_t(std::max(0L, sysconf(_SC_PHYS_PAGES))) * uint64_t(sysconf(_SC_PAGESIZE));
}

uint64_t lastLevelCacheBytes() {
  for (int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (const long sizeBytes = sysconf(level); sizeBytes > 0) return uint64_t(sizeBytes);
  return 0;
}

/// Register states that the system saves: without them the instructions trap.
uint64_t savedStates() {
  uint32_t low = 0, high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

struct CpuidWords {
  unsigned basic = 0, structured = 0, extended = 0;  // leaf 1 ecx, leaf 7 ebx, leaf 0x80000001 ecx
};

constexpr uint64_t kNoState = 0, kYmm = 0x6,
                   kZmm = 0xe6;  // XCR0: SSE and AVX; and the AVX-512 three

/// A feature with LLVM's name: the bit that indicates it, and the states without which its
/// instructions trap. (The compilers' __builtin_cpu_supports would add a static constructor.)
struct Feature {
  std::string_view name;
  unsigned CpuidWords::* word;
  unsigned bits;
  uint64_t states;
};

constexpr Feature kFeatures[] = {
    {"sse3", &CpuidWords::basic, bit_SSE3, kNoState},
    {"ssse3", &CpuidWords::basic, bit_SSSE3, kNoState},
    {"sse4.1", &CpuidWords::basic, bit_SSE4_1, kNoState},
    {"sse4.2", &CpuidWords::basic, bit_SSE4_2, kNoState},
    {"popcnt", &CpuidWords::basic, bit_POPCNT, kNoState},
    {"cx16", &CpuidWords::basic, bit_CMPXCHG16B, kNoState},
    {"movbe", &CpuidWords::basic, bit_MOVBE, kNoState},
    {"xsave", &CpuidWords::basic, bit_XSAVE | bit_OSXSAVE, kYmm},
    {"avx", &CpuidWords::basic, bit_AVX, kYmm},
    {"f16c", &CpuidWords::basic, bit_F16C, kYmm},
    {"fma", &CpuidWords::basic, bit_FMA, kYmm},
    {"avx2", &CpuidWords::structured, bit_AVX2, kYmm},
    {"bmi", &CpuidWords::structured, bit_BMI, kNoState},
    {"bmi2", &CpuidWords::structured, bit_BMI2, kNoState},
    {"avx512f", &CpuidWords::structured, bit_AVX512F, kZmm},
    {"avx512bw", &CpuidWords::structured, bit_AVX512BW, kZmm},
    {"avx512cd", &CpuidWords::structured, bit_AVX512CD, kZmm},
    {"avx512dq", &CpuidWords::structured, bit_AVX512DQ, kZmm},
    {"avx512vl", &CpuidWords::structured, static_cast<unsigned>(bit_AVX512VL), kZmm},
    {"sahf", &CpuidWords::extended, bit_LAHF_LM, kNoState},
    {"lzcnt", &CpuidWords::extended, bit_LZCNT, kNoState},
};

/// True if `has` holds for each name of "a,b,c".
template <class Predicate>
constexpr bool allOf(std::string_view list, Predicate has) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), name.size() + 1));
    const Feature* feature = std::ranges::find(kFeatures, name, &Feature::name);
    if (feature == std::end(kFeatures) || !has(*feature)) return false;
  }
  return true;
}

struct Level {
  std::string_view name;
  uint32_t vectorBits;
  std::string_view features;
};

constexpr Level kLevels[] = {
// lowest first
#define LANEWISE_LEVELS_OF_x86_64(name, vectorBits, features) {name, vectorBits, features},
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  LANEWISE_LEVELS_OF_##architecture(name, vectorBits, features)
#include "interface/microarchitectures.def"
};
static_assert(std::ranges::all_of(kLevels,
                                  [](const Level& level) {
                                    return allOf(level.features,
                                                 [](const Feature&) { return true; });
                                  }),
              "kFeatures has every feature of microarchitectures.def");

/// The features that this CPU has, and the levels whose code it runs, lowest first.
struct CpuSupport {
  CpuidWords words;
  uint64_t states = 0;

  bool has(const Feature& feature) const {
    return (words.*feature.word & feature.bits) == feature.bits &&
           (states & feature.states) == feature.states;
  }
  bool runs(const Level& level) const {
    return allOf(level.features, [this](const Feature& feature) { return has(feature); });
  }
};

CpuSupport supportOfThisCpu() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  CpuSupport support;
  CpuidWords& words = support.words;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) words.basic = ecx;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) words.structured = ebx;
  if (__get_cpuid(0x80000001u, &eax, &ebx, &ecx, &edx)) words.extended = ecx;
  support.states = words.basic & bit_OSXSAVE ? savedStates() : 0;
  return support;
}

/// The features of `level` that the CPU lacks: "sse4.1, sse4.2".
std::string lackingFeatures(const CpuSupport& support, const Level& level) {
  std::string names;
  allOf(level.features, [&](const Feature& feature) {
    if (!support.has(feature)) names.append(names.empty() ? "" : ", ").append(feature.name);
    return true;
  });
  return names;
}

/// The words of cpuid that indicate instructions (others count cores, or identify the current one),
/// and the states that the system saves.
std::string featuresOfThisCpu() {
  struct Leaf {
    unsigned number, part;
    std::string_view registers;
  };
  constexpr Leaf kLeaves[] = {{1, 0, "cd"},         {7, 0, "bcd"},   {7, 1, "abcd"},
                              {7, 2, "abcd"},       {0xd, 1, "a"},   {0x14, 0, "bc"},
                              {0x19, 0, "ab"},      {0x24, 0, "ab"}, {0x80000001u, 0, "cd"},
                              {0x80000008u, 0, "b"}};
  std::string text;
  const auto add = [&](uint64_t word) {
    char digits[20];
    std::snprintf(digits, sizeof digits, "%llx ", static_cast<unsigned long long>(word));
    text += digits;
  };
  bool savesStates = false;
  for (const Leaf& leaf : kLeaves) {
    unsigned words[4] = {};
    if (!__get_cpuid_count(leaf.number, leaf.part, &words[0], &words[1], &words[2], &words[3]))
      std::ranges::fill(words, 0);
    for (const char name : leaf.registers) add(words[name - 'a']);
    if (leaf.number == 1) savesStates = words[2] & bit_OSXSAVE;
  }
  add(savesStates ? savedStates() : 0);
  text.pop_back();
  return text;
}

void probeCpu(HostFacts& facts) {
  char brand[49] = {}, vendor[13] = {};
  unsigned words[12] = {}, maximum = 0;
  for (unsigned leaf = 0; leaf < 3; ++leaf)
    __get_cpuid(0x80000002u + leaf, &words[4 * leaf], &words[4 * leaf + 1], &words[4 * leaf + 2],
                &words[4 * leaf + 3]);
  std::memcpy(brand, words, sizeof words);
  __get_cpuid(0, &maximum, &words[0], &words[2], &words[1]);
  std::memcpy(vendor, words, 12);
  facts.name = brand;
  facts.name.erase(0, facts.name.find_first_not_of(' '));
  facts.vendor = vendor;
  if (facts.vendor == "GenuineIntel") facts.vendorId = 0x8086;
  if (facts.vendor == "AuthenticAMD") facts.vendorId = 0x1022;

  facts.level = "native";
  facts.features = featuresOfThisCpu();
  const CpuSupport support = supportOfThisCpu();
  for (const Level& level : kLevels)
    if (support.runs(level)) facts.vectorBits = level.vectorBits;
  const Level& lowest = kLevels[0];
  facts.lacking = lackingFeatures(support, lowest);
  if (!facts.lacking.empty())
    std::fprintf(stderr,
                 "lanewise: no device: the processor '%s' lacks %s of the lowest level %s\n",
                 facts.name.c_str(), facts.lacking.c_str(), std::string(lowest.name).c_str());
  if (config().cpu == "native") return;
  std::string why = "which is none of native";
  for (const Level& level : kLevels) why.append(", ").append(level.name);
  for (const Level& level : kLevels) {
    if (config().cpu != level.name) continue;
    why = "which this CPU does not support";
    if (!support.runs(level)) break;
    facts.level = level.name;
    facts.vectorBits = level.vectorBits;
    return;
  }
  std::fprintf(stderr, "lanewise: LANEWISE_CPU has the value '%s', %s; using 'native'\n",
               config().cpu.c_str(), why.c_str());
}

}  // namespace

HostFacts probeHost() {
  HostFacts facts;
  probeCpu(facts);
  const CgroupLimits limits = readCgroupLimits();
  facts.cores = affinityCount();
  // A quota of one and a half processors keeps two threads busy part of the time.
  if (limits.cpus < facts.cores) facts.cores = std::max(1L, std::lround(std::ceil(limits.cpus)));
  if (const std::string& list = config().affinity; !list.empty()) {
    // A list has a number of its own. close and spread choose for as many as there are.
    const size_t chosen = chooseProcessors(list, probeNodes(), facts.cores).size();
    if (chosen == 0)
      std::fprintf(
          stderr,
          "lanewise: LANEWISE_AFFINITY has the value '%s', which is not close, spread or a "
          "list of processors of this process; it has no effect\n",
          list.c_str());
    else
      facts.cores = std::min(facts.cores, static_cast<uint32_t>(chosen));
  }
  if (config().threads) facts.cores = static_cast<uint32_t>(config().threads);
  facts.memoryBytes = std::min(physicalBytes(), limits.memoryBytes);
  facts.cacheBytes = lastLevelCacheBytes();
  if (const long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE); line > 0) facts.cacheLineBytes = line;
  return facts;
}

uint32_t maxMegahertz(const std::string& name) {
  // What is measured differs a little each time.
  static constinit std::atomic<uint32_t> known{0};
  uint32_t rate = known.load(std::memory_order_relaxed);
  if (rate == 0) {
    const uint32_t found = megahertz(name);
    if (known.compare_exchange_strong(rate, found, std::memory_order_relaxed)) rate = found;
  }
  return rate;
}

}  // namespace lanewise
