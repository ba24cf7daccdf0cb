// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of an atomic instruction of all lanes at one address.
#pragma once

#include "compiler/contract/collective_operations.h"

#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise {

enum class AtOneAddress {
  LaneByLane,
  Reduced,  // one atomic instruction with the reduction of the lanes' values
  Chained,  // one exchange of what the lanes compute one after another
};
AtOneAddress atOneAddress(const llvm::Instruction& atomic);

/// The reduction of the values with which the lanes modify one address; nullopt: there is none.
std::optional<CollectiveOperation> reducingOperation(llvm::AtomicRMWInst::BinOp operation);

}  // namespace lanewise
