// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The processor by cpuid.
#include "runtime/host/processor.h"

#include <cpuid.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace lanewise {
namespace {

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

constexpr const Feature* findFeature(std::string_view name) {
  const Feature* found = std::ranges::find(kFeatures, name, &Feature::name);
  return found == std::end(kFeatures) ? nullptr : found;
}

#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features)          \
  static_assert(allOf(features, [](std::string_view each) { return findFeature(each); }), \
                "kFeatures has every feature of microarchitectures.def");
#include "interface/microarchitectures.def"

/// The features that this CPU has.
struct CpuSupport {
  CpuidWords words;
  uint64_t states = 0;

  bool has(const Feature& feature) const {
    return (words.*feature.word & feature.bits) == feature.bits &&
           (states & feature.states) == feature.states;
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

}  // namespace

bool hasFeature(std::string_view name) {
  static const CpuSupport support = supportOfThisCpu();
  const Feature* feature = findFeature(name);
  return feature && support.has(*feature);
}

ProcessorIdentity readProcessor() {
  char brand[49] = {}, vendor[13] = {};
  unsigned words[12] = {}, maximum = 0;
  for (unsigned leaf = 0; leaf < 3; ++leaf)
    __get_cpuid(0x80000002u + leaf, &words[4 * leaf], &words[4 * leaf + 1], &words[4 * leaf + 2],
                &words[4 * leaf + 3]);
  std::memcpy(brand, words, sizeof words);
  __get_cpuid(0, &maximum, &words[0], &words[2], &words[1]);
  std::memcpy(vendor, words, 12);
  ProcessorIdentity processor{brand, vendor, 0, featuresOfThisCpu()};
  processor.name.erase(0, processor.name.find_first_not_of(' '));
  if (processor.vendor == "GenuineIntel") processor.vendorId = 0x8086;
  if (processor.vendor == "AuthenticAMD") processor.vendorId = 0x1022;
  return processor;
}

uint64_t processorTicks() { return __builtin_ia32_rdtsc(); }

uint64_t ticksPerSecond() { return 0; }

}  // namespace lanewise
