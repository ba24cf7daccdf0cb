// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tier of one piece of a kernel's code (tiers.def), for the host and the compiler. No LLVM, no
// OpenCL.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace lanewise {

enum class Tier : uint8_t {
#define TIER(id, name, isFollowed, isLimited) id,
#include "interface/tiers.def"
};

struct TierRow {
  std::string_view name;
  bool isFollowed;
  bool isLimited;
};

inline constexpr TierRow kTiers[] = {
#define TIER(id, name, isFollowed, isLimited) {name, isFollowed, isLimited},
#include "interface/tiers.def"
};

/// The first row for what is no tier, as bytes of a message may be.
constexpr const TierRow& rowOf(Tier tier) {
  const auto index = static_cast<uint8_t>(tier);
  return kTiers[index < std::size(kTiers) ? index : 0];
}

}  // namespace lanewise
