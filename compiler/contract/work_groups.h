// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel says about its work-groups.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace lanewise {

/// Whether the kernel can find out how its range is divided into work-groups. Otherwise the host
/// may divide it in any way, and the work-groups of a row run as one large work-group.
bool observesGroups(const llvm::Function& kernel);

/// Whether work-items of the kernel may wait for others of their group other than at a barrier
/// (lower/insert_yields.cpp).
bool hasYields(const llvm::Function& kernel);

/// The three sizes of !reqd_work_group_size; zeros where the kernel has none.
std::array<uint64_t, 3> requiredLocalSize(const llvm::Function& kernel);
/// The size of work-groups that the kernel knows or requires, zeros where it does not: the last
/// work-group of a row may be smaller.
std::array<uint64_t, 3> largestLocalSize(const llvm::Function& kernel);
/// Exchanges x and `dimension` in the size of work-groups that the kernel knows or requires.
void exchangeLocalSize(llvm::Function& kernel, unsigned dimension);
inline constexpr llvm::StringLiteral kRequiredLocalSize = "reqd_work_group_size";  // metadata

}  // namespace lanewise
