// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What abi::CheckedObject::writes and reads have: which work-item accessed a cell of four bytes,
// and when. From the lowest bit: whether the access is atomic, which of the bytes it concerns, the
// work-item, the number of barriers before it, the work-group and the launch.
#pragma once

#include "interface/launch_kind.h"

#include <cstdint>

namespace lanewise::abi {

inline constexpr unsigned kCellBytes = 4;
inline constexpr unsigned kAccessBytesShift = 1;
inline constexpr unsigned kAccessItemShift = 5;    // local linear id + 1
inline constexpr unsigned kAccessEpochShift = 19;  // modulo kAccessEpochs
inline constexpr unsigned kAccessGroupShift = 32;  // linear number, modulo 2^16 - 1
inline constexpr unsigned kAccessLaunchShift = 48;
/// A bit of the number of a launch that no word has: numbers have begun again.
inline constexpr uint64_t kHasWrapped = 1 << 16;
/// What the host writes in front of the checked objects: the number of the launch with
/// kHasWrapped, and the least number of a launch, this one included, that nothing orders with it.
inline constexpr unsigned kLeastLaunchShift = 32;
constexpr uint64_t launchWord(uint64_t number, uint64_t least) {
  return number | least << kLeastLaunchShift;
}
/// The number of a launch that words have, of the whole number, and of a word.
constexpr uint64_t numberOf(uint64_t launch) { return launch & (kHasWrapped - 1); }
constexpr uint64_t launchOf(uint64_t word) { return word >> kAccessLaunchShift; }
/// Words of launches that may be unordered with the one that has this launchWord() are not less.
constexpr uint64_t leastWord(uint64_t launchWord) {
  return launchWord >> kLeastLaunchShift << kAccessLaunchShift;
}
/// Several work-items, several work-groups.
inline constexpr uint64_t kSeveralItems = 0x3fff;
/// What the group does together: an asynchronous copy.
inline constexpr uint64_t kGroupItem = 0x3ffe;
inline constexpr uint64_t kSeveralGroups = 0xffff;
inline constexpr uint64_t kAccessEpochs = uint64_t(1) << (kAccessGroupShift - kAccessEpochShift);
static_assert(kMaxWorkGroupSize < kGroupItem);
static_assert(kSeveralItems >> (kAccessEpochShift - kAccessItemShift) == 0);

/// The symbol of the code for the texts of its sites, as abi::Launch::race gets them.
inline constexpr char kSitesSymbol[] = "lanewise.check_sites";

/// Bits of abi::Launch::raceRange.
enum RangeAccess : uint32_t {
  kRangeIsWrite = 1,
  kRangeIsOrdered = 2,      // the work-item reports nothing more
  kRangeUsesSubGroups = 4,  // work-items of one group may be ordered
  kRangeIsOfGroup = 8,      // an asynchronous copy: the word becomes that of kGroupItem
};

/// Whether two words are a race: of different work-groups or launches, of which `word` is not less
/// than `least`, or of different work-items between the same barriers (not if work-items of a group
/// may be ordered), with a byte in common, and not both atomic. check-races has the same as code.
constexpr bool isRace(uint64_t word, uint64_t own, uint64_t least, bool mayBeOrdered) {
  const auto isWithin = [](uint64_t x, unsigned from, unsigned to) {
    return x >> from != 0 && x >> to == 0;
  };
  const uint64_t difference = word ^ own, common = word & own;
  const bool isOther = (difference >> kAccessGroupShift != 0 && word >= least) ||
                       (!mayBeOrdered && isWithin(difference, kAccessItemShift, kAccessEpochShift));
  return isOther && (common >> kAccessBytesShift & 0xf) != 0 && (common & 1) == 0;
}

/// What remains of the last reads of a cell, `read`, and of one more. Of readers of different bytes
/// the later one. check-races has the same as code.
constexpr uint64_t mergedRead(uint64_t read, uint64_t own) {
  const uint64_t difference = read ^ own, bytes = uint64_t(0xf) << kAccessBytesShift;
  const auto isBelow = [&](unsigned bit) { return difference >> bit == 0; };
  if (isBelow(kAccessItemShift)) return own | (read & bytes);
  if (!isBelow(kAccessLaunchShift) || (difference & bytes) != 0) return own;
  const uint64_t several = own | kSeveralItems << kAccessItemShift;
  if (isBelow(kAccessEpochShift)) return several;
  return isBelow(kAccessGroupShift) ? own : several | kSeveralGroups << kAccessGroupShift;
}

}  // namespace lanewise::abi
