// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of repairs.def, for the code that repairs faults of other products.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

enum class Repair {
#define REPAIR(name, id, product, versions, report, file, fault) name,
#include "compiler/repairs/repairs.def"
};

/// False for a repair that a test has left out.
bool isRepaired(Repair repair);

/// Leaves one more repair out, for tests of products without it. `id` is that of a row. Returns
/// false if no row has it.
/// \pre No build has begun.
bool leaveOutRepair(llvm::StringRef id);

}  // namespace lanewise
