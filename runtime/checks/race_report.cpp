// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the word of an access.
#include "runtime/checks/race_report.h"

#include "interface/access_word.h"
#include "runtime/checks/check_site.h"

#include <cstring>

namespace lanewise {
namespace {

uint64_t field(uint64_t word, unsigned from, unsigned to) {
  return word >> from & ((uint64_t(1) << (to - from)) - 1);
}

/// Local ids have the dimensions of the program unless the code exchanges them, which kernels with
/// groups do not.
std::string itemText(uint64_t number, const abi::Launch& launch) {
  if (number == abi::kSeveralItems) return "several work-items";
  if (number == abi::kGroupItem) return "all work-items";
  const uint64_t linear = number - 1;
  const auto& size = launch.localSize;
  return "the work-item with local id (" + std::to_string(linear % size[0]) + ", " +
         std::to_string(linear / size[0] % size[1]) + ", " +
         std::to_string(linear / size[0] / size[1]) + ")";
}

}  // namespace

bool isBenign(const EarlierAccess& earlier, std::string_view action) {
  const auto expectsOthers = [](std::string_view one) {
    return one.starts_with("volatile") || one.starts_with("atomic");
  };
  // The word of an atomic access says so, also where the site is not known.
  const bool isAtomic = earlier.word & 1;
  return earlier.isEqual || (expectsOthers(action) &&
                             (isAtomic || expectsOthers(parseCheckSite(earlier.site).action)));
}

const char* nthSite(const char* sites, uint32_t number) {
  for (; number != 0 && *sites; --number) sites += std::strlen(sites) + 1;
  return sites;
}

std::string earlierText(const EarlierAccess& earlier, const abi::Launch& launch) {
  const CheckSite site = parseCheckSite(earlier.site);
  const uint64_t group = field(earlier.word, abi::kAccessGroupShift, abi::kAccessLaunchShift);
  const uint64_t ownGroup = field(earlier.ownWord, abi::kAccessGroupShift, abi::kAccessLaunchShift);
  const uint64_t item = field(earlier.word, abi::kAccessItemShift, abi::kAccessEpochShift);
  std::string text = "  no barrier, event or atomic orders it with the ";
  text += (site.action.empty() ? "access" : std::string(site.action)) + " by ";
  if (earlier.otherLaunch)
    text += "another launch, of kernel '" + *earlier.otherLaunch + "'";
  else if (group == ownGroup)
    text += itemText(item, launch) + " of the same work-group";
  else if (group == abi::kSeveralGroups)
    text += "several work-groups";
  else
    text += itemText(item, launch) + " of work-group " + std::to_string(group);
  for (size_t i = 0; i < site.places.size(); ++i) {
    text += (i == 0 ? "\n  at " : "\n  called at ") + std::string(site.places[i]);
    if (i == 0 && !site.line.empty()) text += "\n      " + std::string(site.line);
  }
  return text;
}

}  // namespace lanewise
