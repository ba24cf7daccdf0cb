// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows, and the one that is left out of all builds of this process.
#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>

#include <atomic>
#include <iterator>

namespace lanewise {
namespace {

constexpr llvm::StringRef kIds[] = {
#define REPAIR(name, id, product, versions, report, file, fault) id,
#include "compiler/repairs/repairs.def"
};

constexpr int kNone = -1;
constinit std::atomic<int> leftOut = kNone;  // stored before the first build by leaveOutRepair()

}  // namespace

bool isRepaired(Repair repair) { return leftOut != static_cast<int>(repair); }

bool leaveOutRepair(llvm::StringRef id) {
  const auto* found = llvm::find(kIds, id);
  if (found == std::end(kIds)) return false;
  leftOut = static_cast<int>(found - std::begin(kIds));
  return true;
}

}  // namespace lanewise
