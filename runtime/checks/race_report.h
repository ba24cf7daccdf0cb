// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a race: what is known of the access that came first.
#pragma once

#include "interface/kernel_abi.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanewise {

struct EarlierAccess {
  const char* site;
  /// Words of access_word.h: of that access, and of the one that found it.
  uint64_t word;
  uint64_t ownWord;
  /// Both write the same value.
  bool isEqual;
  /// The kernel of the launch, if it is another one than that which found it.
  std::optional<std::string> otherLaunch = std::nullopt;
};

/// Programs may mean it: both write the same value, or each access is volatile or atomic.
bool isBenign(const EarlierAccess& earlier, std::string_view action);

/// The text with this number, of several that end in NUL.
const char* nthSite(const char* sites, uint32_t number);

/// Lines of a report: who, in relation to the work-item that found it, and where.
std::string earlierText(const EarlierAccess& earlier, const abi::Launch& launch);

}  // namespace lanewise
