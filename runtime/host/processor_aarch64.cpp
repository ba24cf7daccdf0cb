// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The processor by what Linux reports in the auxiliary vector, and in files of /proc and /sys.
#include "runtime/host/processor.h"

#include "runtime/base/small_file.h"

#include <sys/auxv.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace lanewise {
namespace {

struct Feature {
  std::string_view name;
  int word, bit;
};
constexpr Feature kFeatures[] = {
#define LANEWISE_ARM_FEATURE(name, word, bit) {name, word, bit},
#include "interface/arm_features.def"
};

constexpr const Feature* findFeature(std::string_view name) {
  const Feature* found = std::ranges::find(kFeatures, name, &Feature::name);
  return found == std::end(kFeatures) ? nullptr : found;
}

#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features)          \
  static_assert(allOf(features, [](std::string_view each) { return findFeature(each); }), \
                "arm_features.def has every feature of microarchitectures.def");
#include "interface/microarchitectures.def"

bool has(const Feature& feature) {
  return getauxval(feature.word == 1 ? AT_HWCAP : AT_HWCAP2) >> feature.bit & 1;
}

/// The implementer (bits 24 to 31), the part (4 to 15) and others; 0: unknown.
uint64_t mainId() {
  const std::string text =
      readSmallFile("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
  return std::strtoull(text.c_str(), nullptr, 16);
}

struct Implementer {
  unsigned code;
  const char* name;
  uint32_t pciVendor;
};
constexpr Implementer kImplementers[] = {
    {0x41, "Arm", 0x13b5},      {0x42, "Broadcom", 0x14e4},  {0x43, "Cavium", 0x177d},
    {0x46, "Fujitsu", 0x10cf},  {0x48, "HiSilicon", 0x19e5}, {0x4e, "NVIDIA", 0x10de},
    {0x51, "Qualcomm", 0x17cb}, {0x61, "Apple", 0x106b},     {0xc0, "Ampere", 0x1def},
};

struct Part {
  unsigned implementer, part;
  const char* name;
};
constexpr Part kParts[] = {
    {0x41, 0xd03, "Cortex-A53"},  {0x41, 0xd05, "Cortex-A55"},  {0x41, 0xd07, "Cortex-A57"},
    {0x41, 0xd08, "Cortex-A72"},  {0x41, 0xd0b, "Cortex-A76"},  {0x41, 0xd0c, "Neoverse N1"},
    {0x41, 0xd40, "Neoverse V1"}, {0x41, 0xd49, "Neoverse N2"}, {0x41, 0xd4f, "Neoverse V2"},
    {0xc0, 0xac3, "Ampere-1"},
};

}  // namespace

bool hasFeature(std::string_view name) {
  const Feature* feature = findFeature(name);
  return feature && has(*feature);
}

ProcessorIdentity readProcessor() {
  const uint64_t id = mainId();
  const unsigned implementer = id >> 24 & 0xff, part = id >> 4 & 0xfff;
  ProcessorIdentity processor{"AArch64 processor", "unknown", 0, {}};
  for (const Implementer& row : kImplementers) {
    if (row.code != implementer) continue;
    processor.vendor = row.name;
    processor.vendorId = row.pciVendor;
    char digits[16];
    std::snprintf(digits, sizeof digits, " part %#x", part);
    processor.name = row.name + std::string(digits);
  }
  for (const Part& row : kParts)
    if (row.implementer == implementer && row.part == part) processor.name = row.name;
  for (const Feature& feature : kFeatures)
    if (has(feature))
      processor.features.append(processor.features.empty() ? "" : ",").append(feature.name);
  return processor;
}

uint64_t processorTicks() {
  uint64_t ticks = 0;
  asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

uint64_t ticksPerSecond() {
  uint64_t rate = 0;
  asm("mrs %0, cntfrq_el0" : "=r"(rate));
  return rate;
}

}  // namespace lanewise
