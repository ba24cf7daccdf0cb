// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Level, name, clock and caches of the processor, and the limits of this process.
#include "runtime/host/cpu.h"

#include "runtime/base/config.h"
#include "runtime/base/small_file.h"
#include "runtime/host/affinity.h"
#include "runtime/host/cgroup.h"
#include "runtime/host/processor.h"

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

/// Ticks of the processor's counter in a microsecond, which on some is the rate of the base clock.
uint32_t counterMegahertz() {
  if (const uint64_t rate = ticksPerSecond()) return rate / 1'000'000;
  // Shorter than the other probes, and long enough for an error below one percent.
  constexpr uint64_t kNanoseconds = 100'000;
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
  };
  const uint64_t begin = now(), ticks = processorTicks();
  uint64_t passed = 0;
  // A clock that stands still ends it, too.
  for (int tries = 0; passed < kNanoseconds && tries < 100'000; ++tries) passed = now() - begin;
  return passed == 0 ? 0 : std::lround(double(processorTicks() - ticks) * 1000 / double(passed));
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
  return std::max(1u, counterMegahertz());
}

uint64_t physicalBytes() {
  return uint64_t(std::max(0L, sysconf(_SC_PHYS_PAGES))) * uint64_t(sysconf(_SC_PAGESIZE));
}

uint64_t lastLevelCacheBytes() {
  for (int level : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (const long sizeBytes = sysconf(level); sizeBytes > 0) return uint64_t(sizeBytes);
  return 0;
}

struct Level {
  std::string_view name;
  uint32_t vectorBits;
  std::string_view features;
};

constexpr Level kLevels[] = {
// lowest first
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  {name, vectorBits, features},
#include "interface/microarchitectures.def"
};

bool runs(const Level& level) { return allOf(level.features, hasFeature); }

/// The features of `level` that the CPU lacks: "crc, lse".
std::string lackingFeatures(const Level& level) {
  std::string names;
  allOf(level.features, [&](std::string_view feature) {
    if (!hasFeature(feature)) names.append(names.empty() ? "" : ", ").append(feature);
    return true;
  });
  return names;
}

void probeCpu(HostFacts& facts) {
  ProcessorIdentity processor = readProcessor();
  facts.name = std::move(processor.name);
  facts.vendor = std::move(processor.vendor);
  facts.vendorId = processor.vendorId;
  facts.features = std::move(processor.features);
  const Level& lowest = kLevels[0];
  facts.level = lowest.name;
  for (const Level& level : kLevels) {
    if (!runs(level)) continue;
    facts.vectorBits = level.vectorBits;
    facts.level = level.name;
  }
  if (kUsesOtherFeatures) facts.level = "native";
  facts.lacking = lackingFeatures(lowest);
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
    if (!runs(level)) break;
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

std::vector<std::string> levelsUpTo(const std::string& level) {
  std::vector<std::string> names;
  for (const Level& one : kLevels) {
    if (runs(one)) names.emplace_back(one.name);
    if (one.name == level) break;
  }
  return names;
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
