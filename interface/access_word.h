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
/// Several work-items, several work-groups.
inline constexpr uint64_t kSeveralItems = 0x3fff;
inline constexpr uint64_t kSeveralGroups = 0xffff;
inline constexpr uint64_t kAccessEpochs = uint64_t(1) << (kAccessGroupShift - kAccessEpochShift);
static_assert(kMaxWorkGroupSize < kSeveralItems);
static_assert(kSeveralItems >> (kAccessEpochShift - kAccessItemShift) == 0);

}  // namespace lanewise::abi
