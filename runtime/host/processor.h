// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each architecture has its own way to ask of the processor (processor_<architecture>.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanewise {

struct ProcessorIdentity {
  std::string name, vendor;
  uint32_t vendorId = 0;  // of PCI; 0: unknown
  /// The features that affect compilation, as text.
  std::string features;
};
ProcessorIdentity readProcessor();

/// Whether the processor has the feature, and the system saves its registers. `name` is LLVM's, of
/// a row of interface/microarchitectures.def.
bool hasFeature(std::string_view name);

/// A counter of constant rate, and its rate; 0: it has to be measured.
uint64_t processorTicks();
uint64_t ticksPerSecond();

/// Whether kernels are compiled for features of this processor that no level has ("native").
#if defined(__x86_64__)
inline constexpr bool kUsesOtherFeatures = true;
#else
inline constexpr bool kUsesOtherFeatures = false;
#endif

/// True if `has` holds for each name of "a,b,c".
template <class Predicate>
constexpr bool allOf(std::string_view list, Predicate has) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), name.size() + 1));
    if (!has(name)) return false;
  }
  return true;
}

}  // namespace lanewise
