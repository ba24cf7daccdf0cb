// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows, and those that are left out of all builds of this process.
#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace lanewise {
namespace {

constexpr llvm::StringRef kIds[] = {
#define REPAIR(name, id, product, versions, report, file, fault) id,
#include "compiler/repairs/repairs.def"
};

/// A bit for each row, stored before the first build by leaveOutRepair().
constinit std::atomic<uint64_t> leftOut = 0;
static_assert(std::size(kIds) <= 64);

constexpr uint64_t bitOf(size_t row) { return uint64_t(1) << row; }

}  // namespace

bool isRepaired(Repair repair) { return !(leftOut & bitOf(static_cast<size_t>(repair))); }

bool leaveOutRepair(llvm::StringRef id) {
  const auto* found = llvm::find(kIds, id);
  if (found == std::end(kIds)) return false;
  leftOut |= bitOf(static_cast<size_t>(found - std::begin(kIds)));
  return true;
}

}  // namespace lanewise
